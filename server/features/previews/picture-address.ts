import { createHash } from 'node:crypto';

import type { PictureVersions } from '#shared/model/picture.ts';

import type { RaceStory } from './race-story.ts';
import type { RunnerStory } from './runner-story.ts';

/** Counts the ways in which pictures were drawn: raise it when they look different. */
const DRAWING = 1;

/** Names what a picture shows: it changes when that does, and with the logo. */
export function versionPicture(story: RaceStory | RunnerStory, { logo }: PictureVersions): string {
  const shown = JSON.stringify([DRAWING, logo, story]);
  return createHash('sha256').update(shown).digest('base64url').slice(0, 16);
}

/** Where a picture is fetched: under another address as soon as it shows something else. */
export function addressPicture(
  path: string,
  story: RaceStory | RunnerStory,
  pictures: PictureVersions,
): string {
  return `${path}?lang=${story.language}&v=${versionPicture(story, pictures)}`;
}
