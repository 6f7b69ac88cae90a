import type { QueryClient } from '@tanstack/react-query';

import {
  type CorrectionImpact,
  correctionImpact,
  type CorrectReadsBody,
  type PreviewCorrectionBody,
  type ReadsBody,
  readsBody,
} from '#shared/wire/reads-api.ts';
import { fits } from '#shared/wire/schemas.ts';
import { type Calls, NO_USE } from '../calls/calls.ts';
import { checkBody, READS_KEY, type ReadQuery } from './read-sources.ts';

/** The latest reads that fit, as `useQuery` fetches them; `filter` is spelled as in the address. */
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

/** Those that follow a page. */
export async function readEarlier(
  calls: Calls,
  filter: string,
  before: string,
): Promise<ReadsBody> {
  const params = new URLSearchParams(filter);
  params.set('before', before);
  return checkBody(await calls.get(`/apiadmin/reads?${params}`), isReads);
}

/** What a correction would make of the results; nothing is done. */
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

/** Everything of the screen is fetched anew, after a correction. */
export async function refreshReads(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: [READS_KEY] });
}

const isReads = fits(readsBody);
const isImpact = fits(correctionImpact);
