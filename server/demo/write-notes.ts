import { changeRunner, REPLY_MISSING } from '#server/race/change-runner.ts';
import { explainUnavailable } from '#server/store/record-unavailable.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { DemoNote } from './invent-race.ts';
import { BY } from './load-race.ts';
import type { ReplayPlan } from './replay-plan.ts';
import { setTimeout } from 'node:timers/promises';

/** How long it waits for a Redis that is away. */
const RETRY_MS = 1_000;

/**
 * Enters the overrides as an organiser would: each at its moment of the replay, which begins now, and those after the
 * last read together with it. Ends early when `stop` is aborted.
 */
export async function writeNotes(
  store: RaceStore,
  notes: readonly DemoNote[],
  { live, lastMs }: Pick<ReplayPlan, 'live' | 'lastMs'>,
  speed: number,
  stop: AbortSignal,
): Promise<void> {
  const firstMs = live[0]?.elapsedMs ?? lastMs;
  const startedMs = performance.now();
  for (const note of notes) {
    const dueMs = startedMs + (Math.min(note.elapsedMs, lastMs) - firstMs) / speed;
    await waitFor(Math.max(0, dueMs - performance.now()), stop);
    while (!stop.aborted && !(await tryWrite(store, note))) await waitFor(RETRY_MS, stop);
    if (stop.aborted) return;
  }
}

/** False when Redis is away: the note is then written once it is back. */
async function tryWrite(store: RaceStore, note: DemoNote): Promise<boolean> {
  try {
    if (await store.origin.isDemo()) await writeNote(store, note);
    return true;
  } catch (error) {
    if (!explainUnavailable(error)) throw error;
    return false;
  }
}

/** Leaves a runner who was edited by hand unchanged. */
async function writeNote(store: RaceStore, { bandId, overrideTime }: DemoNote): Promise<void> {
  await changeRunner({ store }, BY, (race) => {
    const runnerId = race.findHolder(bandId)?.runnerId;
    const current = runnerId && race.findEntry(runnerId);
    if (current?.overrideTime !== '') return REPLY_MISSING;
    const after = { ...current, overrideTime, rev: current.rev + 1 };
    return { write: { runnerId: current.runnerId, after, action: 'edit' } };
  });
}

/** Waits for `ms`, or until `stop` is aborted. */
async function waitFor(ms: number, stop: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal: stop }).catch((error: unknown) => {
    if (!stop.aborted) throw error;
  });
}
