import type { LiveRace } from '#server/race/live-race.ts';
import { PublicRunners } from '#server/race/entries.ts';
import { describeDay } from '#server/web/head/race-summary.ts';
import type { ServerTexts } from '#server/web/page-request.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { Starter } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { findFirstGun } from '#shared/scoring/tabs.ts';

import { summariseResult, summariseWaiting, type ResultSummary } from './summarise-result.ts';

/** For previews and pictures, in one language. */
export interface RunnerSummary extends ResultSummary {
  readonly runnerId: string;
  readonly language: string;
  readonly raceTitle: string;
  /** The name of the distance. */
  readonly race: string;
  readonly day: string;
  /** `bib 363` for a private runner. */
  readonly name: string;
  readonly isNameless: boolean;
  /** `bib 363`; empty without one. */
  readonly bibText: string;
  /** Used if neither name nor bib can be drawn. */
  readonly anyRunner: string;
  readonly club: string;
  readonly ageGroup: string;
}

/** Summarises the public state of runners. */
export class RunnerSummaries {
  readonly #race: LiveRace;
  readonly #runners: PublicRunners;

  constructor(race: LiveRace) {
    this.#race = race;
    this.#runners = new PublicRunners(race);
  }

  /** By id or bib; undefined for an unknown one. */
  summarise(idOrBib: string, texts: ServerTexts): RunnerSummary | undefined {
    const starter = this.#runners.find(idOrBib);
    if (!starter) return undefined;
    const { config, standings } = this.#race;
    const label = labelEvent(starter.events, config);
    const result = standings.find(starter.runnerId);
    return {
      runnerId: starter.runnerId,
      language: texts.code,
      raceTitle: config.pageTitle,
      race: label,
      day: describeDay(config, texts, this.#findGun(starter)),
      name: describeName(starter, texts.page.common),
      isNameless: starter.firstName + starter.lastName === '',
      bibText: starter.bibNumber === '' ? '' : texts.page.common.bibOf(starter.bibNumber),
      anyRunner: texts.page.common.runner,
      club: starter.runClub,
      ageGroup: starter.ageGroup,
      ...(result
        ? summariseResult({ config, standings }, result, texts)
        : summariseWaiting(label, texts)),
    };
  }

  /** The gun of a runner (RULES.md ST12); of the event for a private one, whom a wave could reveal. */
  #findGun({ runnerId, events }: Pick<Starter, 'runnerId' | 'events'>): EpochMs | undefined {
    const { config } = this.#race;
    const runner = this.#race.findRunner(asRunnerId(runnerId));
    const ownMs = runner?.isPrivate ? undefined : runner && scoringRulesOf(config).gunOf(runner);
    return ownMs ?? findFirstGun(events, config);
  }
}
