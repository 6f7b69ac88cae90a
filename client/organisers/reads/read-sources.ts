import type { ReadersBody } from '#shared/wire/readers-api.ts';
import type { SourcesBody } from '#shared/wire/reads-api.ts';
import { isBodyOf } from '../../live/wire-guards.ts';
import { CallError } from '../calls/call-error.ts';
import { type Calls, NO_USE } from '../calls/calls.ts';

/** The first key of every query about reads: after a correction all of them are refetched. */
export const READS_KEY = 'reads';

export interface ReadQuery<T> {
  readonly queryKey: readonly string[];
  readonly queryFn: () => Promise<T>;
}

export function readSources(calls: Calls): ReadQuery<SourcesBody> {
  return {
    queryKey: [READS_KEY, 'sources'],
    queryFn: async () => checkBody(await calls.get('/apiadmin/reads/sources', NO_USE), isSources),
  };
}

/** The readers of the race, and the networks of the service’s computer. */
export function readReaders(calls: Calls): ReadQuery<ReadersBody> {
  return {
    queryKey: ['readers'],
    queryFn: async () => calls.get<ReadersBody>('/scanners', NO_USE),
  };
}

const isSources = isBodyOf<SourcesBody>('sources', 'corrections', 'suspicions');

/** The answer, if it has the shape that the page knows; throws otherwise. */
export function checkBody<T>(body: unknown, isBody: (value: unknown) => value is T): T {
  if (isBody(body)) return body;
  const message = 'The server’s answer could not be read. Reload the page and try again.';
  throw new CallError({ status: undefined, message });
}
