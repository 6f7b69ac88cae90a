import type { AdminBody } from '#shared/wire/runners-api.ts';
import type { MissingBody } from '#shared/wire/missing-api.ts';

import type { Calls } from '../calls/calls.ts';
import { NO_USE } from '../calls/calls.ts';
import { isAdminBody, isMissingBody } from './list-guards.ts';

/** The lists as they are fetched. A body that is the same as the last one is not read again. */
export interface ListsHttp {
  fetchRunners(): Promise<AdminBody | 'unchanged'>;
  fetchMissing(): Promise<MissingBody | 'unchanged'>;
}

export function createListsHttp(calls: Calls): ListsHttp {
  return {
    fetchRunners: createFetch(calls, '/apiadmin', isAdminBody),
    fetchMissing: createFetch(calls, '/mia', isMissingBody),
  };
}

function createFetch<T>(
  calls: Calls,
  path: string,
  fits: (value: unknown) => value is T,
): () => Promise<T | 'unchanged'> {
  let lastTag: string | null = null;
  return async () => {
    const response = await calls.fetch(path, { headers: NO_USE });
    const tag = response.headers.get('etag');
    if (tag !== null && tag === lastTag) return 'unchanged';
    const body: unknown = await response.json();
    if (!fits(body)) throw new Error(`${path} answered something else than a list`);
    lastTag = tag;
    return body;
  };
}
