import type { RunnerId } from './ids.ts';
import type { TimePoint } from './time-point.ts';
import type { EpochMs } from './time.ts';

/**
 * An entry of race control (RULES.md RC7):
 * - `claim`: somebody sees to a matter; `subject` names it, as `runner:` and an id;
 * - `left`: a warning was looked at and is right as it is;
 * - `line-count`: so many of an event were counted over the start line by hand; `subject` is the event;
 * - `sweep`: the last sweeper left a point; `subject` is the point;
 * - `marshal`: a pass for a phone at a `point` until `untilMs`; `subject` is the SHA-256 of the pass, `text` who holds
 *   it;
 * - `sighting`: what a marshal reported of a `bib` that is not that of one runner; `subject` is the id of the report.
 *   The last two are the server's to write (RULES.md MA).
 */
export const CONTROL_KINDS = [
  'claim',
  'left',
  'line-count',
  'sweep',
  'marshal',
  'sighting',
] as const;
export type ControlKind = (typeof CONTROL_KINDS)[number];

/** A marshal's report whose bib does not identify one runner. */
export interface Sighting {
  readonly kind: 'seen' | 'stopped' | 'helped' | 'timed';
  /** As it was read; each unreadable digit is a `?`. */
  readonly bib: string;
  readonly seenMs: EpochMs;
}

/** One for each kind and subject. */
export interface ControlEntry {
  readonly kind: ControlKind;
  readonly subject: string;
  /** For `line-count` only. */
  readonly count?: number;
  /** For `sweep`: runners expected there who are unaccounted for and were named. */
  readonly runnerIds?: readonly RunnerId[];
  /** For `marshal` and `sighting` only. */
  readonly point?: TimePoint;
  /** For `marshal` only. */
  readonly untilMs?: EpochMs;
  /** For `sighting`; its `text` says why it belongs to no single runner, if the bib does not show that. */
  readonly sighting?: Sighting;
  readonly text?: string;
  readonly atMs: EpochMs;
  /** The organiser's e-mail address; of `sighting` the holder and point of the pass, such as `Dai, marshal at CP3`. */
  readonly by: string;
}

export function keyOfEntry({ kind, subject }: Pick<ControlEntry, 'kind' | 'subject'>): string {
  return `${kind}:${subject}`;
}

export const MAX_CONTROL_ENTRIES = 2_000;
/** In characters. */
export const MAX_SUBJECT = 200;
