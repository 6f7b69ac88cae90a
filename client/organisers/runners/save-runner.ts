import type { SaveRunnerBody, SaveRunnerReply } from '#shared/wire/admin-api.ts';
import { VERSION_HEADER } from '#shared/wire/admin-api.ts';

import type { Calls } from '../calls/calls.ts';

/** What the server answered to a form, and the version it made. */
export interface SaveAnswer {
  readonly reply: SaveRunnerReply;
  /** Undefined when nothing had to be changed. */
  readonly version: number | undefined;
}

/** Sends an edit form (POST /api). */
export async function saveRunner(calls: Calls, body: SaveRunnerBody): Promise<SaveAnswer> {
  const response = await calls.fetch('/api', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const version = response.headers.get(VERSION_HEADER);
  return {
    reply: (await response.json()) as SaveRunnerReply,
    version: version === null ? undefined : Number(version),
  };
}
