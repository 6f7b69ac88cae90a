import type { AgentOptions } from 'node:https';

import { LRUCache } from 'lru-cache';
import webPush from 'web-push';

import type { ServerConfig } from '#server/config/config.ts';
import type { Logger } from '#server/observe/logger.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { RaceForecasts } from '#server/race/race-forecasts.ts';
import type { AlarmRecords } from '#server/store/alarm-records.ts';
import type { PushRecords, VapidKeys } from '#server/store/push-records.ts';
import { SERVER_TEXTS, type ServerTexts } from '#server/web/page-request.ts';
import {
  type DurationMs,
  type EpochMs,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
} from '#shared/model/time.ts';
import { describeNews } from '#shared/news/describe-news.ts';
import { identifyCorrection } from '#shared/news/corrections.ts';
import { describeCorrection } from '#shared/news/describe-correction.ts';
import { identifyNews } from '#shared/news/passings.ts';
import type { LanguageCode } from '#shared/texts/languages.ts';
import type { PushMessage } from '#shared/wire/push-api.ts';
import { findRunnerPath } from '#shared/wire/screens.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { findStartMs } from '#shared/model/wall-clock.ts';

import { OrganiserAlarms, type OrganiserAlarmParts } from './organiser-alarms.ts';
import { PassingWatch, type FollowedNews } from './passing-watch.ts';
import { type Audience, type PushOutcome, PushSender } from './push-sender.ts';
import { createSendPush, fitMessage } from './send-push.ts';

const DAY_MS = 24 * HOUR_MS;
/** Spectators subscribe weeks before a race. */
const LONGEST_MS: DurationMs = 60 * DAY_MS;
/** After the last start. */
const AFTER_RACE_MS: DurationMs = 7 * DAY_MS;

/** Whether a subscription last renewed at `atMs` has expired: its race is over, or it is too old. */
export function isExpired(
  atMs: EpochMs,
  { starts, raceStart, timeZone }: Pick<RaceConfig, 'starts' | 'raceStart' | 'timeZone'>,
  nowMs: EpochMs,
): boolean {
  if (nowMs - atMs > LONGEST_MS) return true;
  const texts = [raceStart, ...Object.values(starts)];
  const endMs = Math.max(
    ...texts.map((text) => (findStartMs(text, timeZone) ?? -Infinity) + AFTER_RACE_MS),
  );
  return atMs < endMs && nowMs > endMs;
}

/** Strangers may ask for the keys as often as they like, and every message needs them. */
const KEYS_FOR_MS: DurationMs = SECOND_MS;
const SWEEP_MS = HOUR_MS;
const NEWS_FOR_MS = 10 * MINUTE_MS;

export interface WebPushParts {
  readonly config: Pick<ServerConfig, 'push'>;
  readonly records: PushRecords;
  readonly alarmRecords: AlarmRecords;
  readonly accounts: OrganiserAlarmParts['accounts'];
  readonly isLocal: boolean;
  readonly race: LiveRace;
  readonly forecasts: RaceForecasts;
  readonly count: (outcome: PushOutcome) => void;
  readonly logger: Logger;
  readonly agentOptions?: AgentOptions;
}

/** Web Push of one instance, from changes of the race to messages. */
export class WebPush {
  readonly findKeys: () => Promise<VapidKeys>;
  readonly sender: PushSender;
  readonly watch: PassingWatch;
  readonly alarms: OrganiserAlarms;
  readonly #race: LiveRace;
  readonly #forecasts: RaceForecasts;
  readonly #logger: Logger;
  readonly #closeConnections: () => void;
  readonly #records: PushRecords;
  readonly #spectators: Audience;
  readonly #sweeping: NodeJS.Timeout;

  constructor(parts: WebPushParts) {
    const { config, records, race, forecasts, count, logger, agentOptions } = parts;
    const keys = new LRUCache<'vapid', VapidKeys>({
      max: 1,
      ttl: KEYS_FOR_MS,
      fetchMethod: () => records.findKeys(webPush.generateVAPIDKeys),
    });
    this.findKeys = () => keys.forceFetch('vapid');
    this.#race = race;
    this.#forecasts = forecasts;
    this.#logger = logger;
    const { contact } = config.push;
    const { findKeys } = this;
    const { send, close } = createSendPush({ contact, findKeys, agentOptions });
    this.#closeConnections = close;
    const sending = { send, count, logger };
    this.sender = new PushSender(sending);
    this.#spectators = {
      read: records.read.bind(records),
      forget: async (endpoint) => records.remove(endpoint),
      goodForMs: NEWS_FOR_MS,
    };
    this.#records = records;
    const claim = records.claim.bind(records);
    const announce = this.#announce.bind(this);
    this.watch = new PassingWatch({ race, claim, announce, logger });
    this.alarms = new OrganiserAlarms({
      ...parts,
      records: parts.alarmRecords,
      // A separate queue: messages to spectators must not delay alarms.
      sender: new PushSender(sending),
    });
    this.#sweeping = setInterval(() => void this.#sweep(), SWEEP_MS).unref();
  }

  close(): void {
    clearInterval(this.#sweeping);
    this.watch.close();
    this.sender.close();
    this.alarms.close();
    this.#closeConnections();
  }

  async #sweep(): Promise<void> {
    const { config } = this.#race;
    if (!this.#race.isLoaded) return;
    try {
      const count = await this.#records.sweep((atMs) => isExpired(atMs, config, Date.now()));
      if (count > 0) this.#logger.info({ count }, 'Expired push subscriptions forgotten');
    } catch (error) {
      this.#logger.warn({ err: error }, 'Cannot forget expired push subscriptions');
    }
  }

  #announce(news: FollowedNews, followers: readonly string[]): void {
    const row = this.#race.standings.find(news.runnerId);
    const finishMs = row && expectFinish(this.#forecasts, row);
    const messages = new Map<LanguageCode, PushMessage>();
    for (const texts of Object.values(SERVER_TEXTS)) {
      const message = this.#describe(news, finishMs, texts);
      if (message) messages.set(texts.code, message);
    }
    if (messages.size === 0) return;
    for (const id of followers) this.sender.send(this.#spectators, id, news.runnerId, messages);
  }

  /** Undefined for a runner who is no longer listed. */
  #describe(
    news: FollowedNews,
    finishMs: EpochMs | undefined,
    texts: ServerTexts,
  ): PushMessage | undefined {
    const { standings, config } = this.#race;
    const { page } = texts;
    const context = { standings, config, nowMs: Date.now(), texts: page, finishMs };
    const isCorrection = 'correction' in news;
    const sentence = isCorrection
      ? describeCorrection(news.line, news.correction, context)
      : describeNews(news, context);
    if (sentence === undefined) return undefined;
    return fitMessage({
      // The same as on an open page, so that only one of the two is shown.
      tag: isCorrection ? identifyCorrection(news) : identifyNews(news),
      about: news.runnerId,
      title: config.pageTitle,
      body: sentence,
      language: texts.code,
      address: findRunnerPath(news),
      stop: page.push.stop,
    });
  }
}

/** The expected time of the finish; undefined for a finisher, or if unknown. */
function expectFinish(forecasts: RaceForecasts, row: UnrankedResult): EpochMs | undefined {
  const stages = forecasts.find(row.events).expect(row);
  const finish = stages.find(({ stage }) => stage === 'finish');
  return row.startedAtMs === null || !finish ? undefined : row.startedAtMs + finish.elapsedMs;
}
