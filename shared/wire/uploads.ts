import type { PictureName } from '../model/picture.ts';

const MEGABYTE = 1024 * 1024;

/** The largest accepted files, in bytes: for POST /upload, /upload-image and /upload-background. */
export const MAX_UPLOAD_BYTES = {
  runners: 10 * MEGABYTE,
  logo: 5 * MEGABYTE,
  background: 20 * MEGABYTE,
} as const;

/** POST /upload-image and /upload-background, status 200. */
export interface PictureReply {
  readonly picture: PictureName;
  /** As in `pictures` of GET /config. */
  readonly version: string;
}
