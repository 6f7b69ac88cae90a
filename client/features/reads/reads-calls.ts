import type { QueryClient } from '@tanstack/react-query';

import {
  type CorrectionImpact,
  correctionImpact,
  type CorrectReadsBody,
  type PreviewCorrectionBody,
  type ReadsBody,
  readsBody,
  type SourcesBody,
  sourcesBody,
} from '#shared/wire/reads-api.ts';
import { fits } from '#shared/wire/schemas.ts';
import { CallError } from '#client/organisers/calls/call-error.ts';
import { type Calls, NO_USE } from '#client/organisers/calls/calls.ts';

const KEY = 'reads';

interface ReadQuery<T> {
  readonly queryKey: readonly string[];
  readonly queryFn: () => Promise<T>;
}

/** The latest reads that fit, as `useQuery` fetches them; `filter` is spelled as in the address. */
export function readLatest(calls: Calls, filter: string): ReadQuery<ReadsBody> {
  return {
    queryKey: [KEY, 'latest', filter],
    queryFn: async () =>
      check(
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
  return check(await calls.get(`/apiadmin/reads?${params}`), isReads);
}

/** The sources, the corrections and what seems to be wrong, as `useQuery` fetches them. */
export function readSources(calls: Calls): ReadQuery<SourcesBody> {
  return {
    queryKey: [KEY, 'sources'],
    queryFn: async () => check(await calls.get('/apiadmin/reads/sources', NO_USE), isSources),
  };
}

/** What a correction would make of the results; nothing is done. */
export async function previewCorrection(
  calls: Calls,
  body: PreviewCorrectionBody,
): Promise<CorrectionImpact> {
  return check(await calls.send('POST', '/corrections/preview', body), isImpact);
}

export async function correctReads(calls: Calls, body: CorrectReadsBody): Promise<void> {
  await calls.send('POST', '/corrections', body);
}

export async function takeBackCorrection(calls: Calls, correctionId: string): Promise<void> {
  await calls.send('POST', `/corrections/${correctionId}/undo`);
}

/** Everything of the screen is fetched anew, after a correction. */
export async function refreshReads(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: [KEY] });
}

const isReads = fits(readsBody);
const isSources = fits(sourcesBody);
const isImpact = fits(correctionImpact);

function check<T>(body: unknown, isBody: (value: unknown) => value is T): T {
  if (isBody(body)) return body;
  const message = 'The answer of the server cannot be read. Reload the page and try again.';
  throw new CallError({ status: undefined, message });
}
