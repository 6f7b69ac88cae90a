import { createHash } from 'node:crypto';

import type { PictureVersions } from '#shared/model/picture.ts';

/** Counts the ways in which pictures were drawn: raise it when they look different. */
const DRAWING = 3;

export interface PicturedSummary {
  readonly language: string;
}

/** Names what a picture shows: it changes when that does, and with the logo. */
export function versionPicture(summary: PicturedSummary, { logo }: PictureVersions): string {
  const shown = JSON.stringify([DRAWING, logo, summary]);
  return createHash('sha256').update(shown).digest('base64url').slice(0, 16);
}

/** Where a picture is fetched: under another address as soon as it shows something else. */
export function addressPicture(
  path: string,
  summary: PicturedSummary,
  pictures: PictureVersions,
): string {
  return `${path}?lang=${summary.language}&v=${versionPicture(summary, pictures)}`;
}
