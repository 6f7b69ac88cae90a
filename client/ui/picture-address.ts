import type { PictureName, PictureVersions } from '#shared/model/picture.ts';

const PATHS: Readonly<Record<PictureName, string>> = {
  logo: '/logo.png',
  background: '/background.jpg',
};

/**
 * Where a picture is fetched. After an upload the address is another one, so
 * that no cache stands in its way; undefined until the upload is known, lest
 * the picture be fetched twice.
 */
export function findPictureAddress(
  name: PictureName,
  pictures: PictureVersions | undefined,
): string | undefined {
  if (!pictures) return undefined;
  const version = pictures[name];
  return version === '' ? PATHS[name] : `${PATHS[name]}?v=${encodeURIComponent(version)}`;
}
