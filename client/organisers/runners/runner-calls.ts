import {
  type HistoryEntry,
  type RunnerScansBody,
  type SaveRunnerBody,
  type SaveRunnerReply,
  VERSION_HEADER,
} from '#shared/wire/runners-api.ts';
import { type Calls, NO_USE } from '../calls/calls.ts';
import { nameRunner } from './editor-values.ts';

/** Why a change was not made, in one text for places without a form; undefined if it was made. */
export function describeRefusal(reply: SaveRunnerReply): string | undefined {
  switch (reply.result) {
    case 'Success':
      return undefined;
    case 'Taken':
      return `${TAKEN} ${describeHolder(reply)}`;
    case 'Conflict':
      return 'Someone has changed this runner since. Look at them again, then decide.';
    case 'Missing':
      return 'This runner no longer exists.';
    case 'Invalid':
      return reply.errors.map(({ message }) => message).join(' ');
    default:
      return reply satisfies never;
  }
}

export const TAKEN = 'This number is already assigned.';

export type Taken = Extract<SaveRunnerReply, { readonly result: 'Taken' }>;

/** `402 is worn by Siân Prydderch (bib 88).` */
export function describeHolder({ holder, bandID }: Taken): string {
  const name = nameRunner(holder);
  return holder.raceNumber === bandID
    ? `${bandID} is worn by ${name}.`
    : `${bandID} is an earlier band of ${name}, and its scans are theirs.`;
}

/** Every scan of the runner's present wristbands, with its verdict. */
export function readScans(calls: Calls, runnerId: string): Promise<RunnerScansBody> {
  return calls.get(`/apiadmin/${encodeURIComponent(runnerId)}/scans`, NO_USE);
}

/** Every change of a runner, newest first, also if deleted since. */
export function readHistory(calls: Calls, runnerId: string): Promise<readonly HistoryEntry[]> {
  return calls.get(`/apiadmin/${encodeURIComponent(runnerId)}/history`);
}

/** Undoes the change of that version if it is still the runner's last one. */
export function undoLastChange(
  calls: Calls,
  runnerId: string,
  version: number,
): Promise<SaveRunnerReply> {
  return calls.send('POST', `/apiadmin/${encodeURIComponent(runnerId)}/undo`, { version });
}

/** The version is undefined when nothing had to be changed. */
export async function sendRunner(
  calls: Calls,
  body: SaveRunnerBody,
): Promise<{ readonly reply: SaveRunnerReply; readonly version: number | undefined }> {
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
