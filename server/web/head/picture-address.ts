import { createHash } from 'node:crypto';

import type { PictureVersions } from '#shared/model/picture.ts';

/** The version of the design of pictures: raise it when they look different. */
const DRAWING = 3;

export interface PicturedSummary {
  readonly language: string;
}

/** Names the content of a picture: it changes with the content, and with the logo. */
export function versionPicture(summary: PicturedSummary, { logo }: PictureVersions): string {
  const shown = JSON.stringify([DRAWING, logo, summary]);
  return createHash('sha256').update(shown).digest('base64url').slice(0, 16);
}

/** The address of a picture, which changes with its content. */
export function addressPicture(
  path: string,
  summary: PicturedSummary,
  pictures: PictureVersions,
): string {
  return `${path}?lang=${summary.language}&v=${versionPicture(summary, pictures)}`;
}
