import { createHash } from 'node:crypto';

import type { PictureVersions } from '#shared/model/picture.ts';

/** Counts the ways in which pictures were drawn: raise it when they look different. */
const DRAWING = 3;

/** All that a picture shows, in the words of one language. */
export interface PicturedStory {
  readonly language: string;
}

/** Names what a picture shows: it changes when that does, and with the logo. */
export function versionPicture(story: PicturedStory, { logo }: PictureVersions): string {
  const shown = JSON.stringify([DRAWING, logo, story]);
  return createHash('sha256').update(shown).digest('base64url').slice(0, 16);
}

/** Where a picture is fetched: under another address as soon as it shows something else. */
export function addressPicture(
  path: string,
  story: PicturedStory,
  pictures: PictureVersions,
): string {
  return `${path}?lang=${story.language}&v=${versionPicture(story, pictures)}`;
}
