import type { QueryClient } from '@tanstack/react-query';

import type {
  CorrectionImpact,
  CorrectReadsBody,
  PreviewCorrectionBody,
  ReadsBody,
} from '#shared/wire/reads-api.ts';
import { type Calls, NO_USE } from '../calls/calls.ts';
import { READS_KEY, type ReadQuery } from './read-sources.ts';

/** The query of the latest matching reads; `filter` is as in the address. */
export function readLatest(calls: Calls, filter: string): ReadQuery<ReadsBody> {
  return {
    queryKey: [READS_KEY, 'latest', filter],
    queryFn: () =>
      calls.get(filter === '' ? '/apiadmin/reads' : `/apiadmin/reads?${filter}`, NO_USE),
  };
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
