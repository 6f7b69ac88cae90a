import type { RaceConfig } from '#shared/model/race-config.ts';

import { describeSaved } from '#client/organisers/runners/describe-change.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import type { LastChange } from '#client/organisers/runners/runner-calls.ts';
import { CHANGED, isDeletion, type Refusal, type Saved } from './form/save-draft.ts';

export interface StatusMessage {
  readonly text: string;
  /** `notice`: done, perhaps only in part. `alert`: not done. */
  readonly tone?: 'notice' | 'alert';
  readonly undo?: Undo;
  /** Undoes an action other than a change of a runner. */
  readonly onUndo?: () => void;
}

export interface Undo extends LastChange {
  /** The message afterwards. */
  readonly undone: string;
}

export function describeUndone(runner: Parameters<typeof nameRunner>[0]): string {
  return `The last change to ${nameRunner(runner)} has been undone.`;
}

export function describeSave(saved: Saved, config: RaceConfig | undefined): StatusMessage {
  const { values, before } = saved;
  const name = nameRunner(values);
  if (isDeletion(saved)) return withUndo(`Deleted: ${name}`, saved, `Brought back: ${name}`);
  const text = `Saved: ${describeSaved(values, before, config)}`;
  const undone = before ? describeUndone(values) : `No longer entered: ${name}`;
  const message = withUndo(saved.aside ? `${text}. ${saved.aside}` : text, saved, undone);
  // A notice, since nobody can be timed without a band.
  const isBandless = values.raceNumber.trim() === '' || saved.isOtherBandless;
  return isBandless ? { ...message, tone: 'notice' } : message;
}

function withUndo(text: string, { runnerId, version }: Saved, undone: string): StatusMessage {
  return version === undefined ? { text } : { text, undo: { runnerId, version, undone } };
}

export function describeObstacle({ problem, errors, conflict, question }: Refusal): string {
  if (question) return 'There is a question about a wristband.';
  if (conflict) return CHANGED;
  const faults = errors?.map(({ message }) => message) ?? [];
  return [problem?.sentence, problem?.detail, ...faults].filter(Boolean).join(' ');
}
