/** The two pictures an organiser can put in place of the ones the product ships with. */
export const PICTURE_NAMES = ['logo', 'background'] as const;
export type PictureName = (typeof PICTURE_NAMES)[number];

/** Which upload of each picture is shown; empty for the one the product ships with. */
export type PictureVersions = Readonly<Record<PictureName, string>>;

export const DEFAULT_PICTURES: PictureVersions = { logo: '', background: '' };

/** Puts the size of a picture into the name of its version: a page keeps its room before it is there. */
export function nameVersion(hash: string, size: { width: number; height: number }): string {
  return `${hash}-${size.width}x${size.height}`;
}

/** How many times as wide as it is high a picture is; undefined for a version that does not say. */
export function findRatio(version: string): number | undefined {
  const [, width, height] = /-([1-9]\d{0,5})x([1-9]\d{0,5})$/.exec(version) ?? [];
  return width === undefined ? undefined : Number(width) / Number(height);
}
