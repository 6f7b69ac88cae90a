import * as fc from 'fast-check';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { BandId, RunnerId } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { bandsOf, type Runner } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';

import { buildConfig, buildRunner, buildScan, getBandId } from './builders.ts';
import { GUN_MS } from './live-field.ts';

/** More wristbands than runners, so that some are unassigned. */
const BANDS = 9;
const RUNNERS = 7;

type Step =
  | { readonly kind: 'scans'; readonly scans: readonly Scan[] }
  | { readonly kind: 'edit'; readonly runner: number; readonly fields: Partial<Runner> }
  | { readonly kind: 'wear'; readonly runner: number; readonly band: number | undefined }
  | { readonly kind: 'replace'; readonly runner: number; readonly band: number | undefined }
  | { readonly kind: 'swap'; readonly runner: number; readonly other: number }
  | { readonly kind: 'delete'; readonly runner: number }
  | { readonly kind: 'config'; readonly config: RaceConfig };

const scan = fc
  .record({
    bandId: fc.integer({ min: 1, max: BANDS }).map(String),
    points: fc.oneof(
      fc.constantFrom(...USUAL_COURSES.points).map((point) => [point]),
      fc.constant(['start', 'finish'] as const),
    ),
    timeMs: fc.integer({ min: -10, max: 50 }).map((minutes) => GUN_MS + minutes * MINUTE_MS),
  })
  .map(buildScan);

const config = fc
  .record({
    raceStart: fc.constantFrom('', '2026-06-20-10-00-00', '2026-06-20-10-12-00'),
    timing: fc.constantFrom('gun' as const, 'chip' as const),
    closed: fc.boolean(),
  })
  .map(buildConfig);

const fields: fc.Arbitrary<Partial<Runner>> = fc.record(
  {
    event: fc.constantFrom(...USUAL_COURSES.events),
    lastName: fc.constantFrom('Llŷr', 'O’Brien', 'Øvrebø', 'Zoë'),
    ageGroup: fc.constantFrom('' as const, ...USUAL_COURSES.categories.slice(0, 2)),
    overrideTime: fc.constantFrom('', '00:00:01', 'DNS', '0:45:00'),
    disqualified: fc.constant({
      rule: 'left the course',
      atMs: GUN_MS + 30 * MINUTE_MS,
      by: 'siân@example.org',
    }),
  },
  { requiredKeys: [] },
);

const runner = fc.nat({ max: RUNNERS - 1 });
const band = fc.option(fc.integer({ min: 1, max: BANDS }), { nil: undefined });

const of = <Kind extends string>(kind: Kind) => fc.constant(kind);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: of('scans'),
      scans: fc.array(scan, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: of('edit'), runner, fields }) },
  { weight: 2, arbitrary: fc.record({ kind: of('wear'), runner, band }) },
  { weight: 2, arbitrary: fc.record({ kind: of('replace'), runner, band }) },
  { weight: 1, arbitrary: fc.record({ kind: of('swap'), runner, other: runner }) },
  { weight: 1, arbitrary: fc.record({ kind: of('delete'), runner }) },
  { weight: 1, arbitrary: fc.record({ kind: of('config'), config }) },
);

/** Random changes by organisers and mats in a race of a few runners. */
export const scripts: fc.Arbitrary<readonly Step[]> = fc.array(step, {
  minLength: 3,
  maxLength: 30,
});

/** A model of the race, which turns each step into a valid change. */
export class ChangingRace {
  readonly scans = new Map<string, Scan>();
  readonly #runners = new Map<RunnerId, Runner>();
  #config = buildConfig();

  /** `prefix` separates the ids of two races. */
  constructor(prefix = '') {
    for (let i = 0; i < RUNNERS; i += 1) {
      const built = buildRunner({
        runnerId: `${prefix}runner-${i}`,
        bandId: i < 4 ? String(i + 1) : undefined,
        event: USUAL_COURSES.events[i % USUAL_COURSES.events.length] ?? 'PB',
      });
      this.#runners.set(built.runnerId, built);
    }
  }

  get runners(): Runner[] {
    return [...this.#runners.values()];
  }

  get config(): RaceConfig {
    return this.#config;
  }

  /** Applies a step and returns the operations of its change, if any. */
  take(next: Step): ChangeOp[] {
    switch (next.kind) {
      case 'scans':
        return next.scans.flatMap((one) => this.#addScan(one));
      case 'edit': {
        const before = this.#at(next.runner);
        return before ? [this.#put({ ...before, ...next.fields })] : [];
      }
      case 'wear': {
        const before = this.#at(next.runner);
        return before ? this.#wear(before, next.band) : [];
      }
      case 'replace': {
        const before = this.#at(next.runner);
        if (!before) return [];
        const lost = bandsOf(before).filter((bandId) => bandId !== String(next.band));
        return this.#wear({ ...before, earlierBandIds: lost }, next.band);
      }
      case 'swap': {
        const [one, other] = [this.#at(next.runner), this.#at(next.other)];
        if (!one?.bandId || !other?.bandId || one === other) return [];
        return [
          this.#put({ ...one, bandId: other.bandId }),
          this.#put({ ...other, bandId: one.bandId }),
        ];
      }
      case 'delete': {
        const before = this.#at(next.runner);
        if (!before) return [];
        this.#runners.delete(before.runnerId);
        return [{ op: 'delete-runner', runnerId: before.runnerId }];
      }
      case 'config':
        this.#config = next.config;
        return [{ op: 'put-config', config: next.config }];
      default:
        return next satisfies never;
    }
  }

  #at(index: number): Runner | undefined {
    return this.runners[index % Math.max(1, this.#runners.size)];
  }

  #addScan(one: Scan): ChangeOp[] {
    if (this.scans.has(one.scanId)) return [];
    this.scans.set(one.scanId, one);
    return [{ op: 'add-scan', scan: one }];
  }

  #put(after: Runner): ChangeOp {
    this.#runners.set(after.runnerId, after);
    return { op: 'put-runner', runner: after };
  }

  /** The same change takes the wristband from its holder. */
  #wear({ bandId: _worn, ...bare }: Runner, wanted: number | undefined): ChangeOp[] {
    if (wanted === undefined) return [this.#put(bare)];
    const bandId = getBandId(String(wanted));
    const taken = this.#takeFrom(bandId, bare.runnerId);
    return [...taken, this.#put({ ...without(bare, bandId), bandId })];
  }

  #takeFrom(bandId: BandId, receiver: RunnerId): ChangeOp[] {
    const holder = this.runners.find(
      (one) => bandsOf(one).includes(bandId) && one.runnerId !== receiver,
    );
    return holder ? [this.#put(without(holder, bandId))] : [];
  }
}

/** The runner without a number, worn or earlier. */
function without({ bandId, earlierBandIds, ...bare }: Runner, lost: BandId): Runner {
  const earlier = (earlierBandIds ?? []).filter((one) => one !== lost);
  return {
    ...bare,
    ...(bandId === undefined || bandId === lost ? {} : { bandId }),
    ...(earlier.length === 0 ? {} : { earlierBandIds: earlier }),
  };
}
