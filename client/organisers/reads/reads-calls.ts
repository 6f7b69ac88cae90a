import type { QueryClient } from '@tanstack/react-query';

import type {
  CorrectionImpact,
  CorrectReadsBody,
  PreviewCorrectionBody,
  ReadsBody,
} from '#shared/wire/reads-api.ts';
import { hasLists, isBodyOf } from '../../live/wire-guards.ts';
import { type Calls, NO_USE } from '../calls/calls.ts';
import { checkBody, READS_KEY, type ReadQuery } from './read-sources.ts';

/** The query of the latest matching reads; `filter` is as in the address. */
export function readLatest(calls: Calls, filter: string): ReadQuery<ReadsBody> {
  return {
    queryKey: [READS_KEY, 'latest', filter],
    queryFn: async () =>
      checkBody(
        await calls.get(filter === '' ? '/apiadmin/reads' : `/apiadmin/reads?${filter}`, NO_USE),
        isReads,
      ),
  };
}

export async function readEarlier(
  calls: Calls,
  filter: string,
  before: string,
): Promise<ReadsBody> {
  const params = new URLSearchParams(filter);
  params.set('before', before);
  return checkBody(await calls.get(`/apiadmin/reads?${params}`), isReads);
}

export async function previewCorrection(
  calls: Calls,
  body: PreviewCorrectionBody,
): Promise<CorrectionImpact> {
  return checkBody(await calls.send('POST', '/corrections/preview', body), isImpact);
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

const isReads = isBodyOf<ReadsBody>('reads');
const isImpact = hasLists<CorrectionImpact>('winners');
