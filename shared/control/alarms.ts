import type { ControlEntry } from '../model/control-entry.ts';
import { isStopSeen, type ToDo } from './to-do.ts';

/** So many bands that nobody has are no stray one: a box of them was given out unnoticed, or a reader invents them. */
export const MANY_BANDS = 5;

/** Somebody may be in danger, or the race may not be timed. */
export function isUrgent(toDo: ToDo): boolean {
  const { kind } = toDo;
  if (kind === 'notice') return toDo.notice.kind !== 'clock-suspected';
  if (kind === 'sighting') return isStopSeen(toDo);
  return ['out-not-safe', 'out-at-closing', 'overdue', 'silent-point'].includes(kind);
}

/** What organisers are told of who do not look at race control (PROTOCOL.md WP14). */
export function isAlarm(toDo: ToDo): boolean {
  if (toDo.kind === 'strange-bands') return toDo.count >= MANY_BANDS;
  // A record that cannot be read is of the machine room, and its name may be that of a person.
  if (toDo.kind === 'notice') return !toDo.notice.kind.endsWith('unreadable');
  return isUrgent(toDo);
}

/** Names a matter as long as it stands, whatever its evidence. */
export function nameAlarm({ kind, subject }: ToDo): string {
  return `${kind} ${subject}`;
}

/** Whether somebody has taken it. */
export function isClaimed({ subject }: ToDo, control: readonly ControlEntry[]): boolean {
  return control.some((entry) => entry.kind === 'claim' && entry.subject === subject);
}
