import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { PlacedField } from '#shared/scoring/placed-field.ts';
import { stagePointsOf } from '#shared/scoring/stage-point.ts';

import { buildResult } from './build-result.ts';

const EVENT = 'PB';

/** Finishers who came in a second apart, and how many different ones of them were looked at. */
function openField(count: number) {
  const looked = new Set<string>();
  const rows = Array.from({ length: count }, (_, at): UnrankedResult => {
    const splitsMs = Array.from({ length: 6 }, (__, slot) => (slot + 1) * 600_000 + at * 1_000);
    const runnerId = String(at);
    const fields = { runnerId, events: EVENT, ageGroup: at % 2 ? 'F40' : 'M40' } as const;
    const result = buildResult({ ...fields, status: 'finished', totalMs: 6e6 + at * 1_000 });
    return Object.defineProperty({ ...result }, 'splitsMs', {
      get() {
        looked.add(runnerId);
        return splitsMs;
      },
    });
  });
  let walks = 0;
  const field = new PlacedField(
    EVENT,
    () => {
      walks += 1;
      return rows;
    },
    USUAL_COURSES,
  );
  for (const point of stagePointsOf(EVENT, USUAL_COURSES)) field.gather(point);
  const tell = (at: number) => {
    const row = rows[at] as UnrankedResult;
    const walksBefore = walks;
    looked.clear();
    const { places } = field.tell(row);
    return { places, looked: looked.size, walks: walks - walksBefore };
  };
  return { tell };
}

test.each([500, 8_000])(
  '[RB4] where one of %i stands is told by a look at them and those next to them',
  (count) => {
    const { tell } = openField(count);
    tell(0);
    for (const at of [0, 1, count / 2, count - 1]) {
      const placed = tell(at);
      expect(placed.places?.overall).toEqual({ place: at + 1, placed: count, listed: count });
      expect(placed.walks).toBe(0);
      // The one asked for, the leader, and at each stage the one ahead and the one behind.
      expect(placed.looked).toBeLessThanOrEqual(4);
    }
  },
);
