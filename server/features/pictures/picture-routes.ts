import type { RequestHandler } from 'express';
import { Router } from 'express';

import type { PictureFault } from './re-encode-picture.ts';
import { reEncodePicture } from './re-encode-picture.ts';
import { waitForVersion } from '#server/race/wait-for-version.ts';
import type { PictureName } from '#shared/model/picture.ts';
import type { PictureReply } from '#shared/wire/admin-api.ts';
import { MAX_UPLOAD_BYTES } from '#shared/wire/upload-limits.ts';

import type { OrganiserParts } from '#server/web/organiser-parts.ts';
import { answerInText } from '#server/web/error-handler.ts';
import { Refusal } from '#server/web/refusal.ts';
import { identityOf, requireRole } from '#server/web/require-role.ts';
import { getUploadedBytes, readUpload } from '#server/web/upload.ts';

const STATUS: Readonly<Record<PictureFault['reason'], number>> = {
  'wrong-kind': 415,
  'too-large': 413,
  broken: 400,
};

/** Takes the organisers' logo and background. */
export function createPictureRoutes({ provider, store, race }: OrganiserParts): Router {
  const routes = Router();
  const admin = requireRole(provider, 'admin');

  const take =
    (name: PictureName): RequestHandler =>
    async (req, res) => {
      const picture = await reEncodePicture(name, getUploadedBytes(req));
      if (!picture.ok) throw new Refusal(STATUS[picture.error.reason], picture.error.message);
      const put = await store.pictures.put(name, picture.value, identityOf(res).email);
      await waitForVersion(race, put.version);
      res.json({ picture: name, version: put.pictureVersion } satisfies PictureReply);
    };

  routes.post(
    '/upload-image',
    admin,
    answerInText,
    readUpload('image', MAX_UPLOAD_BYTES.logo),
    take('logo'),
  );
  routes.post(
    '/upload-background',
    admin,
    answerInText,
    readUpload('image', MAX_UPLOAD_BYTES.background),
    take('background'),
  );
  return routes;
}
