/** The two pictures that an organiser can replace. */
export const PICTURE_NAMES = ['logo', 'background'] as const;
export type PictureName = (typeof PICTURE_NAMES)[number];

/** The version of each uploaded picture; empty for the product's own. */
export type PictureVersions = Readonly<Record<PictureName, string>>;

export const DEFAULT_PICTURES: PictureVersions = { logo: '', background: '' };

/** Puts the size of a picture into its version: a page reserves its room before it is loaded. */
export function nameVersion(hash: string, size: { width: number; height: number }): string {
  return `${hash}-${size.width}x${size.height}`;
}

/** The ratio of a picture's width to its height; undefined for a version without it. */
export function findRatio(version: string): number | undefined {
  const [, width, height] = /-([1-9]\d{0,5})x([1-9]\d{0,5})$/.exec(version) ?? [];
  return width === undefined ? undefined : Number(width) / Number(height);
}
