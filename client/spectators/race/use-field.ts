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

/** The runners on course in an event and their current legs. */
export interface Field {
  readonly rows: readonly UnrankedResult[];
  readonly legs: readonly CurrentLeg[];
}

/** A field with the position of each runner at a moment. */
export interface PlacedField extends Field {
  /** On the course line, from 0 to 1. */
  readonly at: Float32Array;
  /** 1 for an uncertain position. */
  readonly uncertain: Uint8Array;
}

/** The time spent on legs in one task; the rest follow in later tasks. */
const SLICE_MS: DurationMs = 6;

/** The cached legs of a field: recomputed for a runner after a read, and for all with new expected times. */
class LegBook {
  readonly #points: readonly StagePoint[];
  readonly #known = new Map<string, { row: UnrankedResult; expect: Expect; leg: CurrentLeg }>();

  constructor(points: readonly StagePoint[]) {
    this.#points = points;
  }

  /** The field as far as known, and whether it is complete. Works for a few milliseconds. */
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

/** The runners on course in an event; a large field lags behind while legs are computed. */
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
