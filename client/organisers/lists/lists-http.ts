import type { MissingBody } from '#shared/wire/missing-api.ts';
import type { AdminBody } from '#shared/wire/runners-api.ts';

import { isBodyOf } from '../../live/wire-guards.ts';
import { type Calls, NO_USE } from '../calls/calls.ts';

/** Fetches the lists. A body that equals the last one is not parsed again. */
export interface ListsHttp {
  fetchRunners(): Promise<AdminBody | 'unchanged'>;
  fetchMissing(): Promise<MissingBody | 'unchanged'>;
}

export function createListsHttp(calls: Calls): ListsHttp {
  return {
    fetchRunners: createFetch(calls, '/apiadmin', isBodyOf<AdminBody>('resultData')),
    fetchMissing: createFetch(
      calls,
      '/mia',
      isBodyOf<MissingBody>('resultData', 'scannedNumberNoRunners'),
    ),
  };
}

function createFetch<T>(
  calls: Calls,
  path: string,
  isBody: (value: unknown) => value is T,
): () => Promise<T | 'unchanged'> {
  let lastTag: string | null = null;
  return async () => {
    const response = await calls.fetch(path, { headers: NO_USE });
    const tag = response.headers.get('etag');
    if (tag !== null && tag === lastTag) return 'unchanged';
    const body: unknown = await response.json();
    if (!isBody(body)) throw new Error(`${path} answered something else than a list`);
    lastTag = tag;
    return body;
  };
}
