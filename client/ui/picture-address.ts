import type { PictureName, PictureVersions } from '#shared/model/race-config.ts';

const PATHS: Readonly<Record<PictureName, string>> = {
  logo: '/logo.png',
  background: '/background.jpg',
};

/**
 * The address of a picture, with its version, so that caches do not serve an old one. Undefined while the version is
 * unknown, or the picture would be loaded twice.
 */
export function findPictureAddress(
  name: PictureName,
  pictures: PictureVersions | undefined,
): string | undefined {
  if (!pictures) return undefined;
  const version = pictures[name];
  return version === '' ? PATHS[name] : `${PATHS[name]}?v=${encodeURIComponent(version)}`;
}
