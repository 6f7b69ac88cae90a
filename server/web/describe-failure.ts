import { findRecordAway } from '#server/store/record-away.ts';
import { UnreadableRecordError } from '#server/store/unreadable.ts';

import { Refusal } from './refusal.ts';

/** What whoever sent a request that failed is told of it. */
export interface Failure {
  readonly status: number;
  readonly sentence: string;
}

/** By the `type` that body-parser gives its errors. */
const BODY_SENTENCES: Readonly<Record<string, string>> = {
  'charset.unsupported': 'Send the request in UTF-8.',
  'encoding.unsupported': 'Send the request without compression.',
  'entity.parse.failed': 'The request is not valid JSON.',
  'entity.too.large': 'The request is too large.',
};

/** What to answer for an error that was to be expected; undefined for a fault of ours. */
export function describeFailure(error: unknown): Failure | undefined {
  if (error instanceof Refusal) return { status: error.status, sentence: error.message };
  if (error instanceof UnreadableRecordError) return { status: 409, sentence: error.message };
  const { status, type } = (error ?? {}) as { status?: unknown; type?: unknown };
  // Express and its parsers mark what the client did wrong with a 4xx status.
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return { status, sentence: BODY_SENTENCES[String(type)] ?? 'The request cannot be read.' };
  }
  const away = findRecordAway(error);
  if (!away) return undefined;
  const outcome = away.isUnknown
    ? 'so it is not known whether this was saved'
    : 'so nothing was saved';
  const sentence = `The race record ${away.reason}, ${outcome}. Try again in a moment.`;
  return { status: 503, sentence };
}
