import type { PictureName, PictureVersions } from '#shared/model/race-config.ts';

const PATHS: Readonly<Record<PictureName, string>> = {
  logo: '/logo.png',
  background: '/background.jpg',
};

/**
 * The address of a picture. An upload changes it, so that no cache is in the way; undefined until
 * the version is known, so that the picture is not loaded twice.
 */
export function findPictureAddress(
  name: PictureName,
  pictures: PictureVersions | undefined,
): string | undefined {
  if (!pictures) return undefined;
  const version = pictures[name];
  return version === '' ? PATHS[name] : `${PATHS[name]}?v=${encodeURIComponent(version)}`;
}
