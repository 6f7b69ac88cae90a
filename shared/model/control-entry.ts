import type { RunnerId } from './ids.ts';
import type { EpochMs } from './time.ts';

/**
 * What is written down at race control (RULES.md RC7):
 * - `claim`: somebody sees to a matter; `subject` names it, as `runner:` and an id;
 * - `left`: a warning was looked at and is right as it is;
 * - `line-count`: so many of an event were counted over the start line by hand; `subject` is the event;
 * - `sweep`: the last sweeper left a point; `subject` is the point.
 */
export const CONTROL_KINDS = ['claim', 'left', 'line-count', 'sweep'] as const;
export type ControlKind = (typeof CONTROL_KINDS)[number];

/** One of a kind and a subject at a time. */
export interface ControlEntry {
  readonly kind: ControlKind;
  readonly subject: string;
  /** Of `line-count`. */
  readonly count?: number;
  /** Of `sweep`: who was expected there, is not accounted for, and was named. */
  readonly runnerIds?: readonly RunnerId[];
  readonly text?: string;
  readonly atMs: EpochMs;
  /** The organiser's e-mail address. */
  readonly by: string;
}

/** Where the entry stands among all. */
export function keyOfEntry({ kind, subject }: Pick<ControlEntry, 'kind' | 'subject'>): string {
  return `${kind}:${subject}`;
}

/** The most entries at a time. */
export const MAX_CONTROL_ENTRIES = 2_000;
/** The longest subject, in characters. */
export const MAX_SUBJECT = 200;
