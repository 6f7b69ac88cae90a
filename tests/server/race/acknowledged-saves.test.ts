import { expect, test } from 'vitest';

import {
  type AcknowledgedSave,
  AcknowledgedSaves,
  describeSave,
  isKept,
  MOST_SAVE_BYTES,
  MOST_SAVES,
  SAVE_NOTED_MS,
} from '#server/race/acknowledged-saves.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import { buildRunner } from '#tests/support/builders.ts';

const NOW_MS = Date.UTC(2026, 5, 20, 9, 42);
const nobody = (): undefined => undefined;

function buildSave(id: string, values: Partial<AcknowledgedSave> = {}): AcknowledgedSave {
  const runner = buildRunner({ runnerId: id, rev: 3 });
  const made = { version: 10, by: 'mari@example.org', atMs: NOW_MS };
  return { ...describeSave({ runner, isDeletion: false }, made), ...values };
}

/** A record with these runners, each at its revision. */
function holding(revs: Readonly<Record<string, number>>): (id: string) => Runner | undefined {
  return (id) => {
    const rev = revs[id];
    return rev === undefined ? undefined : buildRunner({ runnerId: id, rev });
  };
}

test('[CF29] a record has a save when the runner stands at its revision or a later one', () => {
  const save = buildSave('ann');
  expect([undefined, { rev: 2 }, { rev: 3 }, { rev: 4 }].map((now) => isKept(save, now))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  const deletion = buildSave('ann', { isDeletion: true });
  expect(
    [undefined, { rev: 2 }, { rev: 3 }, { rev: 4 }].map((now) => isKept(deletion, now)),
  ).toEqual([true, false, false, true]);
});

test('[CF29] what a record that was loaded anew does not have is found once, the rest stays noted', () => {
  const saves = new AcknowledgedSaves();
  for (const id of ['ann', 'bob', 'cat']) saves.note(buildSave(id), NOW_MS);
  const find = holding({ ann: 3, bob: 2 });
  expect(saves.takeLost(find, NOW_MS).map(({ runnerId }) => runnerId)).toEqual(['bob', 'cat']);
  expect(saves.takeLost(find, NOW_MS)).toEqual([]);
  expect(saves.takeLost(nobody, NOW_MS).map(({ runnerId }) => runnerId)).toEqual(['ann']);
  expect(saves).toMatchObject({ size: 0, bytes: 0 });
});

test('[CF29] of the saves of a runner the one with the highest version counts, whichever was answered first', () => {
  const saves = new AcknowledgedSaves();
  saves.note(buildSave('ann', { version: 12, rev: 5 }), NOW_MS);
  saves.note(buildSave('ann', { version: 11, rev: 4 }), NOW_MS);
  expect(saves.takeLost(holding({ ann: 4 }), NOW_MS)).toMatchObject([{ version: 12, rev: 5 }]);
});

test('[CF29] whom somebody deleted since is not missed, who is not shown yet stays noted', () => {
  const saves = new AcknowledgedSaves();
  saves.note(buildSave('ann', { version: 10 }), NOW_MS);
  saves.note(buildSave('bob', { version: 12 }), NOW_MS);
  saves.forgetDeleted(nobody, 11);
  expect(saves.takeLost(nobody, NOW_MS).map(({ runnerId }) => runnerId)).toEqual(['bob']);
});

test('[CF29] saves are noted for some minutes, and no more than so many', () => {
  const saves = new AcknowledgedSaves();
  saves.note(buildSave('old'), NOW_MS);
  const laterMs = NOW_MS + SAVE_NOTED_MS + 1;
  expect(saves.takeLost(nobody, laterMs)).toEqual([]);
  for (let at = 0; at < MOST_SAVES + 50; at += 1) {
    saves.note(buildSave(`r-${at}`, { atMs: laterMs }), laterMs);
    expect(saves.size).toBeLessThanOrEqual(MOST_SAVES);
  }
  const lost = saves.takeLost(nobody, laterMs);
  expect(lost).toHaveLength(MOST_SAVES);
  expect(lost[0]?.runnerId).toBe('r-50');
});

test('[CF29] saves of long names take no more than so many bytes, the oldest going first', () => {
  const saves = new AcknowledgedSaves();
  const long = '🏃'.repeat(4_000);
  for (let at = 0; at < MOST_SAVES; at += 1) {
    const runner = buildRunner({ runnerId: `r-${at}`, firstName: long, bibNumber: long });
    const made = { version: at, by: 'mari@example.org', atMs: NOW_MS };
    saves.note(describeSave({ runner, isDeletion: false }, made), NOW_MS);
    expect(saves.bytes).toBeLessThanOrEqual(MOST_SAVE_BYTES);
  }
  expect(saves.size).toBeGreaterThan(MOST_SAVE_BYTES / 2_000);
  const lost = saves.takeLost(nobody, NOW_MS);
  expect(lost.at(-1)?.runnerId).toBe(asRunnerId(`r-${MOST_SAVES - 1}`));
  expect(lost[0]?.runnerId).not.toBe(asRunnerId('r-0'));
});
