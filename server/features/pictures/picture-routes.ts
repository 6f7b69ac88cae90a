import { waitForVersion } from '#server/race/wait-for-version.ts';
import { type OrganiserParts, type Route, route } from '#server/web/routes.ts';
import { Refusal } from '#server/web/refusal.ts';
import { fileBody } from '#server/web/request-input.ts';
import type { PictureName } from '#shared/model/race-config.ts';
import { MAX_UPLOAD_BYTES, type PictureReply } from '#shared/wire/import-api.ts';
import { type PictureFault, reEncodePicture } from './re-encode-picture.ts';
import type { Logger } from '#server/observe/logger.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { StoredPicture } from '#server/store/picture-records.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { CachedBody } from '#server/web/cached-body.ts';
import { sendBody } from '#server/web/send-body.ts';

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

const TYPES: Readonly<Record<PictureName, string>> = {
  logo: 'image/png',
  background: 'image/jpeg',
};

interface KeptPicture {
  readonly version: string;
  readonly body: CachedBody;
}

/**
 * Serves the uploaded pictures, each read from Redis once for each upload and then from memory.
 * Without an upload the request goes on to the file that the product ships.
 */
export function createServedPictures(store: RaceStore, race: LiveRace, logger: Logger): Route[] {
  const kept = new Map<PictureName, KeptPicture>();
  const loading = new Map<PictureName, Promise<KeptPicture | undefined>>();

  async function load(name: PictureName): Promise<KeptPicture | undefined> {
    try {
      const picture = await store.pictures.find(name);
      if (picture) kept.set(name, keep(name, picture));
    } catch (error) {
      logger.warn({ err: error, name }, 'A picture cannot be read; showing the one before');
    } finally {
      loading.delete(name);
    }
    return kept.get(name);
  }

  /** A crowd right after an upload waits for one reading. */
  function find(name: PictureName): Promise<KeptPicture | undefined> {
    const picture = kept.get(name);
    if (picture?.version === race.pictures[name]) return Promise.resolve(picture);
    const underWay = loading.get(name) ?? load(name);
    loading.set(name, underWay);
    return underWay;
  }

  const serve = (path: string, name: PictureName): Route =>
    route({
      method: 'GET',
      path,
      who: 'everyone',
      answer: async ({ req, res, pass }) => {
        const picture = race.pictures[name] === '' ? undefined : await find(name);
        if (!picture) return pass();
        res.set('Content-Security-Policy', 'sandbox');
        const isVersioned = req.query['v'] === picture.version;
        await sendBody(req, res, picture.body, isVersioned ? 'forever' : 'revalidate');
      },
    });

  return [serve('/logo.png', 'logo'), serve('/background.jpg', 'background')];
}

function keep(name: PictureName, { version, bytes }: StoredPicture): KeptPicture {
  const etag = `"${version}"`;
  return { version, body: new CachedBody({ etag, bytes, type: TYPES[name], isPacked: true }) };
}
