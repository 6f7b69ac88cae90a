import type { ControlEntry } from '../model/control-entry.ts';
import { isStopSeen, type ToDo } from './to-do.ts';

/**
 * From this number on unassigned bands are no accident: a box was handed out unregistered, or a reader invents them.
 */
export const MANY_BANDS = 5;

/** Somebody may be in danger, or the race may not be timed. */
export function isUrgent(toDo: ToDo): boolean {
  const { kind } = toDo;
  if (kind === 'notice') {
    const { notice } = toDo;
    if (notice.kind === 'clock-suspected') return notice.isSure === true;
    return notice.kind !== 'sources-swapped';
  }
  if (kind === 'sighting') return isStopSeen(toDo);
  return ['out-not-safe', 'out-at-closing', 'overdue', 'silent-point'].includes(kind);
}

/** Whether organisers who do not look at race control get an alarm (PROTOCOL.md WP14). */
export function isAlarm(toDo: ToDo): boolean {
  if (toDo.kind === 'strange-bands') return toDo.count >= MANY_BANDS;
  // An unreadable record is a technical matter, and its name may be a person's.
  if (toDo.kind === 'notice') return !toDo.notice.kind.endsWith('unreadable');
  return isUrgent(toDo);
}

/** Names a matter while it lasts, whatever its evidence. */
export function nameAlarm({ kind, subject }: ToDo): string {
  return `${kind} ${subject}`;
}

export function isClaimed({ subject }: ToDo, control: readonly ControlEntry[]): boolean {
  return control.some((entry) => entry.kind === 'claim' && entry.subject === subject);
}
