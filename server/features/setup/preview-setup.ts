import type { LiveRace } from '#server/race/live-race.ts';
import { listScored } from '#server/web/score-anew.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Runner } from '#shared/model/runner.ts';
import { settleAgeGroup } from '#shared/scoring/categories.ts';
import { type RunnerScore, scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import type { NamedRunner, SetupImpact, SomeRunners } from '#shared/wire/setup-api.ts';

const MOST_NAMED = 20;

/** What a document would do to the race, by the real scoring; changes nothing. */
export async function previewSetup(
  race: Pick<LiveRace, 'config' | 'listRunners' | 'findScored'>,
  config: RaceConfig,
): Promise<SetupImpact> {
  const [before, after] = [scoringRulesOf(race.config), scoringRulesOf(config)];
  const [was, will] = [coursesOf(race.config), coursesOf(config)];
  const [loseCategory, newCategories, withoutDistance] = [new Some(), new Some(), new Some()];
  const counts = new Map([...was.events, ...will.events].map((code) => [code, new Count()]));
  let [affected, moved] = [0, 0];
  for await (const { runner, scans } of listScored(race)) {
    const next = settleAgeGroup(runner, config);
    const isGone = !will.hasEvent(runner.event);
    const isNew = next.ageGroup !== runner.ageGroup;
    const isLost = next.ageGroup !== '' && !will.hasCategory(next.ageGroup);
    if (isGone) withoutDistance.add(runner);
    if (isLost) loseCategory.add(runner);
    else if (isNew) newCategories.add(runner);
    const [old, made] = [scoreRunner(runner, scans, before), scoreRunner(next, scans, after)];
    const count = counts.get(runner.event);
    if (was.hasEvent(runner.event)) count?.take('before', old);
    if (!isGone) count?.take('after', made);
    const areFinishers = old.status === 'finished' && made.status === 'finished';
    const isMoved = areFinishers && old.totalMs !== made.totalMs;
    if (isMoved) moved += 1;
    const isOther = old.listed !== made.listed || old.status !== made.status;
    if (isGone || isLost || isNew || isMoved || isOther) affected += 1;
  }
  return {
    affected,
    distances: Array.from(counts, ([code, { before: listed, after: others }]) => ({
      code,
      name: (will.findDistance(code) ?? was.findDistance(code))?.name ?? code,
      before: listed,
      after: others,
    })),
    loseCategory: loseCategory.tell(),
    newCategories: newCategories.tell(),
    withoutDistance: withoutDistance.tell(),
    moved,
  };
}

class Count {
  readonly before = { listed: 0, finished: 0 };
  readonly after = { listed: 0, finished: 0 };

  take(side: 'before' | 'after', { listed, status }: Pick<RunnerScore, 'listed' | 'status'>): void {
    if (!listed) return;
    this[side].listed += 1;
    if (status === 'finished') this[side].finished += 1;
  }
}

class Some {
  readonly #first: NamedRunner[] = [];
  #count = 0;

  add({ bibNumber, firstName, lastName }: Runner): void {
    this.#count += 1;
    if (this.#first.length === MOST_NAMED) return;
    this.#first.push({ bibNumber, name: `${firstName} ${lastName}`.trim() });
  }

  tell(): SomeRunners {
    return { count: this.#count, first: this.#first };
  }
}
