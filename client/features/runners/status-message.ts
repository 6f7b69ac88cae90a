import type { RaceConfig } from '#shared/model/race-config.ts';

import { describeSaved } from '#client/organisers/runners/describe-change.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { describeHolder } from '#client/organisers/runners/runner-calls.ts';
import { CHANGED, isDeletion, type Refusal, type Saved } from './form/save-draft.ts';

export interface StatusMessage {
  readonly text: string;
  /** `notice`: done, perhaps only in part. `alert`: not done. */
  readonly tone?: 'notice' | 'alert';
  readonly onUndo?: () => void;
}

export function describeSave(saved: Saved, config: RaceConfig | undefined): StatusMessage {
  const { values, before, aside } = saved;
  if (isDeletion(saved)) return { text: `Deleted: ${nameRunner(values)}` };
  const text = `Saved: ${describeSaved(values, before, config)}${aside === '' ? '' : `. ${aside}`}`;
  // A notice, since nobody can be timed without a band.
  const isBandless = values.raceNumber.trim() === '' || saved.isOtherBandless;
  return isBandless ? { text, tone: 'notice' } : { text };
}

export function describeUndone(saved: Saved): string {
  const name = nameRunner(saved.values);
  if (isDeletion(saved)) return `Brought back: ${name}`;
  return saved.before
    ? `The last change to ${name} has been undone.`
    : `No longer entered: ${name}`;
}

export function describeObstacle({
  problem,
  taken,
  faults = [],
  disputed,
  question,
}: Refusal): string {
  if (question) return 'There is a question about a wristband.';
  if (disputed) return CHANGED;
  const messages = faults.map(({ message }) => message);
  return [problem, taken && describeHolder(taken), ...messages].filter(Boolean).join(' ');
}
