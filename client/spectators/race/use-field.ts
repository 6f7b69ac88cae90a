import { useEffect, useMemo, useState } from 'react';

import { browserTimers } from '#client/live/timers.ts';
import { useFromStandings, useStandings } from '#client/live/use-standings.ts';
import { type Expect, useForecast } from '#client/spectators/use-forecast.ts';
import {
  type CurrentLeg,
  findCurrentLeg,
  isUncertain,
  shareOfLeg,
} from '#shared/forecast/current-leg.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { type StagePoint, stagePointsOf } from '#shared/scoring/stages.ts';
import type { CourseScale } from './course-scale.ts';

/** The runners on course in an event whose leg is known, with that leg. */
export interface Field {
  readonly rows: readonly UnrankedResult[];
  readonly legs: readonly CurrentLeg[];
}

/** The position of each runner of a field at a moment, in the same order. */
export interface PlacedField extends Field {
  /** On the line of the course, from 0 to 1. */
  readonly at: Float32Array;
  /** 1 for a runner who may be elsewhere. */
  readonly uncertain: Uint8Array;
}

/** The time given to legs before a push is drawn; the rest follow in later tasks. */
const SLICE_MS: DurationMs = 6;

interface KnownLeg {
  readonly row: UnrankedResult;
  readonly expect: Expect;
  readonly leg: CurrentLeg;
}

/** The legs of a field, computed again for a runner after a read, and for all when expected times change. */
class LegBook {
  readonly #points: readonly StagePoint[];
  readonly #known = new Map<string, KnownLeg>();

  constructor(points: readonly StagePoint[]) {
    this.#points = points;
  }

  /** The field as far as it is known, and whether that is all of it. Works for a few milliseconds at most. */
  read(onCourse: readonly UnrankedResult[], expect: Expect): Field & { readonly isWhole: boolean } {
    const untilMs = performance.now() + SLICE_MS;
    const rows: UnrankedResult[] = [];
    const legs: CurrentLeg[] = [];
    let isWhole = true;
    for (const row of onCourse) {
      let known = this.#known.get(row.runnerId);
      if (known?.row !== row || known.expect !== expect) {
        if (isWhole) {
          known = { row, expect, leg: findCurrentLeg(row, this.#points, expect) };
          this.#known.set(row.runnerId, known);
          isWhole = performance.now() < untilMs;
        } else if (known?.row !== row) continue;
      }
      rows.push(row);
      legs.push(known.leg);
    }
    return { rows, legs, isWhole };
  }
}

const NOBODY: Field = { rows: [], legs: [] };

/** The runners on course in an event. In a large field it lags behind the race while their legs are computed. */
export function useField(event: EventCode): Field {
  const standings = useStandings();
  const expect = useForecast();
  const onCourse = useFromStandings((all) => all?.onCourse(event).list() ?? [], [event]);
  const [field, setField] = useState(NOBODY);
  const book = useMemo(
    () => new LegBook(stagePointsOf(event, standings.courses)),
    [event, standings.courses],
  );
  useEffect(() => {
    let cancel = (): void => undefined;
    const work = (): void => {
      const read = book.read(onCourse, expect);
      setField(read);
      if (!read.isWhole) cancel = browserTimers.after(0, work);
    };
    work();
    return () => cancel();
  }, [onCourse, expect, book]);
  return field;
}

/** The expected position of each runner of a field at `nowMs`. */
export function placeField(field: Field, { points }: CourseScale, nowMs: EpochMs): PlacedField {
  const at = new Float32Array(field.legs.length);
  const uncertain = new Uint8Array(field.legs.length);
  const ends = points.map((point) => point.at);
  for (let index = 0; index < at.length; index += 1) {
    const leg = field.legs[index];
    if (!leg) continue;
    const from = ends[leg.from] ?? 0;
    at[index] = from + ((ends[leg.to] ?? from) - from) * shareOfLeg(leg, nowMs);
    uncertain[index] = isUncertain(leg, nowMs) ? 1 : 0;
  }
  return { ...field, at, uncertain };
}
