import { describe, expect, test } from 'vitest';

import { newValues } from '#client/organisers/runners/editor-values.ts';
import type { Draft, SaveOutcome, SaveOptions } from '#client/features/runners/form/save-draft.ts';
import { type OpenEditor, SaveQueue } from '#client/features/runners/form/save-queue.ts';

const TAKEN = { problem: { sentence: 'This number is already assigned.' } };

function draftOf(key: string, raceNumber: string): OpenEditor {
  const values = { ...newValues(undefined), runnerId: key };
  const target = { kind: 'runner', runnerId: key } as const;
  const draft = { key, values: { ...values, raceNumber }, base: { values, rev: 1 } };
  return { ...draft, target, origin: 'row', isDialog: false };
}

function bandsOf(drafts: readonly Draft[]): string[] {
  return drafts.map(({ key, values }) => `${key} ${values.raceNumber}`);
}

/** A queue whose answers are given by hand, in the order of what was sent. */
function openQueue() {
  const queue = new SaveQueue();
  const sent: { draft: Draft; options: SaveOptions; answer: (outcome: SaveOutcome) => void }[] = [];
  const outcomes: string[] = [];
  queue.connect({
    save: (draft, options) =>
      new Promise((resolve) => sent.push({ draft, options, answer: resolve })),
    onSaved: ({ runnerId }) => outcomes.push(`saved ${runnerId}`),
    onRefused: (draft) => outcomes.push(`refused ${bandsOf([draft])[0]}`),
  });
  const pick = async (index: number) => {
    await expect.poll(() => sent.length).toBeGreaterThan(index);
    const job = sent[index];
    if (!job) throw new Error(`nothing was sent as number ${index}`);
    return job;
  };
  return {
    queue,
    outcomes,
    sent: () => bandsOf(sent.map(({ draft }) => draft)),
    accept: async (index: number) => {
      const { draft, answer } = await pick(index);
      const { key, values, base } = draft;
      answer({
        kind: 'saved',
        saved: {
          runnerId: key,
          before: base?.values,
          version: 7,
          values,
          aside: '',
          isOtherBandless: false,
        },
      });
    },
    refuse: async (index: number) => {
      const { draft, answer } = await pick(index);
      answer({ kind: 'refused', draft: { ...draft, refusal: TAKEN } });
    },
  };
}

describe('the queue of saves', () => {
  test('sends drafts of different runners at once', async () => {
    const { queue, sent, accept, outcomes } = openQueue();
    queue.submit(draftOf('r1', '501'));
    queue.submit(draftOf('r2', '502'));
    expect(sent()).toEqual(['r1 501', 'r2 502']);
    expect(['r1', 'r2', 'r3'].map((key) => queue.isSaving(key))).toEqual([true, true, false]);
    await accept(1);
    await accept(0);
    await expect.poll(() => queue.state.getSnapshot().saving).toEqual([]);
    expect(outcomes).toEqual(['saved r2', 'saved r1']);
  });

  test('keeps a refused draft, with the reason, until it is taken', async () => {
    const { queue, refuse, outcomes } = openQueue();
    queue.submit(draftOf('r1', '501'));
    await refuse(0);
    await expect.poll(() => outcomes).toEqual(['refused r1 501']);
    expect(queue.state.getSnapshot().saving).toEqual([]);
    expect(bandsOf(queue.state.getSnapshot().refused)).toEqual(['r1 501']);
    expect(queue.take('r1')).toMatchObject({ values: { raceNumber: '501' }, refusal: TAKEN });
    expect(queue.state.getSnapshot().refused).toEqual([]);
    expect(queue.take('r1')).toBeUndefined();
  });
});
