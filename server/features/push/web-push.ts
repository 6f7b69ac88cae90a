import type { AgentOptions } from 'node:https';

import type { ServerConfig } from '#server/config/config.ts';
import type { Logger } from '#server/observe/logger.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { PushRecords, PushSubscriptionRecord } from '#server/store/push-records.ts';
import type { News } from '#shared/news/passings.ts';
import { LANGUAGES, MAIN_LANGUAGE, loadTexts } from '#shared/texts/languages.ts';

import { describePassing } from './describe-passing.ts';
import { FinishForecast } from './finish-forecast.ts';
import { PassingWatch } from './passing-watch.ts';
import type { PushOutcome } from './push-sender.ts';
import { PushSender } from './push-sender.ts';
import { createSendRequest } from './send-request.ts';
import { Vapid } from './vapid.ts';

export interface WebPushParts {
  readonly config: Pick<ServerConfig, 'push'>;
  readonly records: PushRecords;
  readonly race: LiveRace;
  readonly count: (outcome: PushOutcome) => void;
  readonly logger: Logger;
  /** Of the connections to push services. */
  readonly agentOptions?: AgentOptions;
}

/** Web Push of one instance: from a change of the race to messages on their way. */
export class WebPush {
  readonly vapid: Vapid;
  readonly sender: PushSender;
  readonly watch: PassingWatch;
  readonly #race: LiveRace;
  readonly #forecast: FinishForecast;
  readonly #logger: Logger;
  readonly #closeConnections: () => void;

  constructor({ config, records, race, count, logger, agentOptions }: WebPushParts) {
    this.vapid = new Vapid(config.push, records);
    this.#race = race;
    this.#forecast = new FinishForecast(race);
    this.#logger = logger;
    const { send, close } = createSendRequest(config.push.services, agentOptions);
    this.#closeConnections = close;
    const forget = (endpoint: string): Promise<void> => records.remove(endpoint);
    this.sender = new PushSender({ send, vapid: this.vapid, forget, count, logger });
    const claim = records.claim.bind(records);
    const tell = (news: News, followers: readonly PushSubscriptionRecord[]): void => {
      this.#tell(news, followers).catch((error: unknown) => {
        this.#logger.error({ err: error }, 'Followers could not be told');
      });
    };
    this.watch = new PassingWatch({ race, claim, tell, logger });
  }

  close(): void {
    this.watch.close();
    this.sender.close();
    this.#closeConnections();
  }

  /** Each in their language. */
  async #tell(news: News, followers: readonly PushSubscriptionRecord[]): Promise<void> {
    const row = this.#race.standings.find(news.runnerId);
    const finishMs = row && (await this.#forecast.expect(row));
    for (const { code } of LANGUAGES) {
      const theirs = followers.filter(
        ({ language }) =>
          code === (LANGUAGES.find((each) => each.code === language)?.code ?? MAIN_LANGUAGE),
      );
      const texts = theirs.length > 0 ? await loadTexts(code) : undefined;
      const message = texts && describePassing({ news, finishMs }, this.#race, texts, code);
      if (message) for (const follower of theirs) this.sender.send(follower, message);
    }
  }
}
