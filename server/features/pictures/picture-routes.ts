import { waitForVersion } from '#server/race/wait-for-version.ts';
import type { OrganiserParts } from '#server/web/organiser-parts.ts';
import { Refusal } from '#server/web/refusal.ts';
import { fileBody } from '#server/web/request-input.ts';
import { type Route, route } from '#server/web/routes.ts';
import type { PictureName } from '#shared/model/picture.ts';
import { MAX_UPLOAD_BYTES, type PictureReply } from '#shared/wire/uploads.ts';

import { type PictureFault, reEncodePicture } from './re-encode-picture.ts';

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

function takePicture(path: string, name: PictureName, { store, race }: OrganiserParts): Route {
  return route({
    method: 'POST',
    path,
    who: 'race:run',
    errors: 'text',
    body: fileBody('image', MAX_UPLOAD_BYTES[name]),
    answer: async ({ res, by, body }) => {
      const picture = await reEncodePicture(name, body.file);
      if (!picture.ok) throw new Refusal(STATUS[picture.error.reason], picture.error.message);
      const put = await store.pictures.put(name, picture.value, by);
      await waitForVersion(race, put.version);
      res.json({ picture: name, version: put.pictureVersion } satisfies PictureReply);
    },
  });
}
