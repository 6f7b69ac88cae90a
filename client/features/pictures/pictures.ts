import type { PictureName } from '#shared/model/picture.ts';

/** How one of the two pictures is uploaded (SCREENS.md SP1). */
export interface PictureUpload {
  readonly name: PictureName;
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly accept: string;
  /** Where it is sent. */
  readonly path: string;
}

export const LOGO: PictureUpload = {
  name: 'logo',
  title: 'Logo',
  label: 'Upload to overwrite logo file (png)',
  hint: 'Shown at the top of the results. PNG, at most 5 MB and 16 million pixels; it is made smaller to 512 pixels a side.',
  accept: 'image/png',
  path: '/upload-image',
};

export const BACKGROUND: PictureUpload = {
  name: 'background',
  title: 'Background',
  label: 'Upload to background image',
  hint: 'Shown behind the results, under a veil. JPEG, at most 20 MB and 50 million pixels; it is made smaller to 2,400 pixels a side.',
  accept: 'image/jpeg',
  path: '/upload-background',
};
