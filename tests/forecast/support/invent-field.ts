import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { completeResult } from '#shared/scoring/present-result.ts';
import { createRandom } from '#server/system/random.ts';

/** 20 June 2026, ten in the morning in Wales. */
export const GUN_MS = Date.UTC(2026, 5, 20, 9);

/** How a race is run, that nobody ran. */
export interface FieldShape {
  readonly event: EventCode;
  readonly runners: number;
  /** The usual time of each leg. */
  readonly legMinutes: readonly number[];
  /** How much runners differ, as a part of their time. */
  readonly spread: number;
  /** Slower runners slow down further: so much a leg for who takes double the usual time. */
  readonly fade: number;
  /** How much a runner's legs differ from each other, as a part. */
  readonly noise: number;
  /** The part that is much slower than the rest, as the last of a long race are. */
  readonly tail?: number;
  /** Minutes between waves, with the slower in the later ones. */
  readonly waves?: readonly number[];
  /** Up to so many minutes from the gun to the own start. */
  readonly startMinutes?: number;
  /** The part that gives up at each leg without anybody being told. */
  readonly dropOut?: number;
  /** The part of reads that is lost, everywhere or at each point. */
  readonly lost?: number | readonly number[];
  /** The part that starts up to so many minutes late, by chance. */
  readonly late?: { readonly part: number; readonly minutes: number };
}

/** A race that is over, the same for the same seed. */
export function inventField(shape: FieldShape, seed: number): UnrankedResult[] {
  const random = createRandom(seed);
  const { waves = [0], startMinutes = 0, dropOut = 0, lost = 0, tail = 0 } = shape;
  const { late = { part: 0, minutes: 0 } } = shape;
  return Array.from({ length: shape.runners }, (_, index) => {
    const isTail = random.chance(tail);
    const slowness = Math.exp(shape.spread * random.normal()) * (isTail ? 1.4 : 1);
    const wave = Math.min(
      waves.length - 1,
      Math.max(0, Math.floor((slowness - 0.6) * waves.length)),
    );
    const lateBy = late.part > 0 && random.chance(late.part) ? random.between(0, late.minutes) : 0;
    const startedAtMs =
      GUN_MS + ((waves[wave] ?? 0) + random.between(0, startMinutes) + lateBy) * MINUTE_MS;
    let elapsed = 0;
    let isOut = false;
    const times = shape.legMinutes.map((minutes, leg) => {
      isOut ||= random.chance(dropOut);
      const faded = 1 + shape.fade * leg * Math.log2(slowness);
      elapsed +=
        minutes * slowness * Math.max(0.5, faded) * Math.exp(shape.noise * random.normal());
      const isLost = random.chance(typeof lost === 'number' ? lost : (lost[leg] ?? 0));
      return isOut || isLost ? null : Math.round(elapsed * MINUTE_MS);
    });
    const totalMs = isOut ? null : Math.round(elapsed * MINUTE_MS);
    const splitsMs: (number | null)[] = [null, null, null, null, null, null];
    for (const [stage, { slot }] of USUAL_COURSES.stagesOf(shape.event).entries()) {
      splitsMs[slot] = times[stage] ?? null;
    }
    return completeResult({
      runnerId: `r${index}`,
      firstName: 'Rhedwr',
      lastName: `Rhif ${index}`,
      runClub: '',
      ageGroup: '',
      bibNumber: String(index),
      events: shape.event,
      status: totalMs === null ? 'racing' : 'finished',
      totalMs,
      startedAtMs: Math.round(startedAtMs),
      splitsMs,
      komsMs: [null, null],
    });
  });
}
