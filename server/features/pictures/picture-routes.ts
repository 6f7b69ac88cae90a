import { waitForVersion } from '#server/race/wait-for-version.ts';
import { type OrganiserParts, type Route, route } from '#server/web/routes.ts';
import { Refusal } from '#server/system/refusal.ts';
import { fileBody } from '#server/web/request-input.ts';
import type { PictureName } from '#shared/model/race-config.ts';
import { MAX_UPLOAD_BYTES, type PictureReply } from '#shared/wire/import-api.ts';
import { type PictureFault, reEncodePicture } from './re-encode-picture.ts';
import type { Logger } from '#server/observe/logger.ts';
import { CachedBody } from '#server/web/cached-body.ts';
import { sendBody } from '#server/web/send-body.ts';
import type { UploadedPictures } from '#server/web/uploaded-pictures.ts';

const STATUS: Readonly<Record<PictureFault['reason'], number>> = {
  'wrong-kind': 415,
  'too-large': 413,
  broken: 400,
};

export function createPictureRoutes(parts: OrganiserParts): Route[] {
  return [
    takePicture('/upload-image', 'logo', parts),
    takePicture('/upload-background', 'background', parts),
  ];
}

function takePicture(
  path: `/${string}`,
  name: PictureName,
  { store, race }: OrganiserParts,
): Route {
  const body = fileBody('image', MAX_UPLOAD_BYTES[name]);
  return route(
    `POST ${path}`,
    { who: 'race:run', errors: 'text', body },
    async ({ res, by, body }) => {
      const picture = await reEncodePicture(name, body.file);
      if (!picture.ok) throw new Refusal(STATUS[picture.error.reason], picture.error.message);
      const put = await store.pictures.put(name, picture.value, by);
      await waitForVersion(race, put.version);
      res.json({ picture: name, version: put.pictureVersion } satisfies PictureReply);
    },
  );
}

interface PictureSources {
  readonly pictures: UploadedPictures;
  readonly logger: Logger;
}

const TYPES: Readonly<Record<PictureName, string>> = {
  logo: 'image/png',
  background: 'image/jpeg',
};

/** Serves the uploaded pictures; without an upload the request falls through to the shipped file. */
export function createServedPictures({ pictures, logger }: PictureSources): Route[] {
  const serve = (path: `/${string}`, name: PictureName): Route =>
    route(`GET ${path}`, { who: 'everyone' }, async ({ req, res, pass }) => {
      const picture = await pictures.find(name).catch((error: unknown) => {
        logger.warn(
          { err: error, name },
          'Cannot read an uploaded picture; serving the shipped one',
        );
      });
      if (!picture) return pass();
      const { version, bytes } = picture;
      const body = new CachedBody({
        etag: `"${version}"`,
        bytes,
        type: TYPES[name],
        isPacked: true,
      });
      res.set('Content-Security-Policy', 'sandbox');
      const isVersioned = req.query['v'] === version;
      await sendBody(req, res, body, isVersioned ? 'forever' : 'revalidate');
    });
  return [serve('/logo.png', 'logo'), serve('/background.jpg', 'background')];
}
