import type { SaveRunnerReply } from '#shared/wire/runners-api.ts';

import { nameRunner } from './editor-values.ts';

/** Why a change was not made, for where no form can show it field by field; undefined when it was. */
export function describeRefusal(reply: SaveRunnerReply): string | undefined {
  switch (reply.result) {
    case 'Success':
      return undefined;
    case 'Taken':
      return `${TAKEN} ${describeHolder(reply)}`;
    case 'Conflict':
      return 'Somebody has changed this runner since. Look at it as it is now, and decide again.';
    case 'Missing':
      return 'This runner is not there any more.';
    case 'Invalid':
      return reply.errors.map(({ message }) => message).join(' ');
    default:
      return reply satisfies never;
  }
}

/** Above every refusal but a taken band (SCREENS.md SG6). */
export const TAKEN = 'This number is already assigned.';

/** The answer that a number is somebody else's. */
export type Taken = Extract<SaveRunnerReply, { readonly result: 'Taken' }>;

/** `402 is worn by Siân Prydderch (bib 88).` */
export function describeHolder({ holder, bandID }: Taken): string {
  const name = nameRunner(holder);
  return holder.raceNumber === bandID
    ? `${bandID} is worn by ${name}.`
    : `${bandID} is an earlier band of ${name}, and its scans are theirs.`;
}
