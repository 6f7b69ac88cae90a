import type { PictureName } from '../model/picture.ts';

const MEGABYTE = 1024 * 1024;

/** The largest files that are taken, in bytes: by POST /upload, /upload-image and /upload-background. */
export const MAX_UPLOAD_BYTES = {
  runners: 10 * MEGABYTE,
  logo: 5 * MEGABYTE,
  background: 20 * MEGABYTE,
} as const;

/** POST /upload-image and /upload-background, status 200. */
export interface PictureReply {
  readonly picture: PictureName;
  /** As `pictures` of GET /config names it. */
  readonly version: string;
}
