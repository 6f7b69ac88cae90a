/** The two pictures an organiser can put in place of the ones the product ships with. */
export const PICTURE_NAMES = ['logo', 'background'] as const;
export type PictureName = (typeof PICTURE_NAMES)[number];

/** Which upload of each picture is shown; empty for the one the product ships with. */
export type PictureVersions = Readonly<Record<PictureName, string>>;

export const DEFAULT_PICTURES: PictureVersions = { logo: '', background: '' };
