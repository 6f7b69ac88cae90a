import type { ReadersBody } from '#shared/wire/readers-api.ts';
import type { SourcesBody } from '#shared/wire/reads-api.ts';
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
    queryFn: () => calls.get('/apiadmin/reads/sources', NO_USE),
  };
}

/** The readers of the race, and the networks of the service’s computer. */
export function readReaders(calls: Calls): ReadQuery<ReadersBody> {
  return {
    queryKey: ['readers'],
    queryFn: () => calls.get('/scanners', NO_USE),
  };
}
