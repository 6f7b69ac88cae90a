import { type QueryClient, queryOptions } from '@tanstack/react-query';

import type {
  CorrectionImpact,
  CorrectReadsBody,
  PreviewCorrectionBody,
  ReadsBody,
  SourcesBody,
} from '#shared/wire/reads-api.ts';
import type { ReadersBody } from '#shared/wire/readers-api.ts';
import { type Calls, NO_USE } from '../calls/calls.ts';

/** The first key of every query about reads: after a correction all of them are refetched. */
const READS_KEY = 'reads';

export function readSources(calls: Calls) {
  return queryOptions({
    queryKey: [READS_KEY, 'sources'],
    queryFn: () => calls.get<SourcesBody>('/apiadmin/reads/sources', NO_USE),
  });
}

/** The readers of the race, and the networks of the service’s computer. */
export function readReaders(calls: Calls) {
  return queryOptions({
    queryKey: ['readers'],
    queryFn: () => calls.get<ReadersBody>('/scanners', NO_USE),
  });
}

/** The latest matching reads; `filter` is the query of the address. */
export function readLatest(calls: Calls, filter: string) {
  return queryOptions({
    queryKey: [READS_KEY, 'latest', filter],
    queryFn: () => calls.get<ReadsBody>(`/apiadmin/reads?${filter}`, NO_USE),
  });
}

export function readEarlier(calls: Calls, filter: string, before: string): Promise<ReadsBody> {
  const params = new URLSearchParams(filter);
  params.set('before', before);
  return calls.get(`/apiadmin/reads?${params}`);
}

export function previewCorrection(
  calls: Calls,
  body: PreviewCorrectionBody,
): Promise<CorrectionImpact> {
  return calls.send('POST', '/corrections/preview', body);
}

export async function correctReads(calls: Calls, body: CorrectReadsBody): Promise<void> {
  await calls.send('POST', '/corrections', body);
}

export async function takeBackCorrection(calls: Calls, correctionId: string): Promise<void> {
  await calls.send('POST', `/corrections/${correctionId}/undo`);
}

export async function refreshReads(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: [READS_KEY] });
}
