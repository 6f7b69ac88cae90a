import type { RequestHandler } from 'express';
import { Router } from 'express';

import type { Logger } from '#server/observe/logger.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { StoredPicture } from '#server/store/picture-records.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { PictureName } from '#shared/model/picture.ts';

const TYPES: Readonly<Record<PictureName, string>> = {
  logo: 'image/png',
  background: 'image/jpeg',
};

/**
 * Serves the uploaded pictures, each read from Redis once an upload and then
 * from memory. While nobody has uploaded one, the request goes on to the file
 * the product ships with.
 */
export function createServedPictures(store: RaceStore, race: LiveRace, logger: Logger): Router {
  const routes = Router();
  const kept = new Map<PictureName, StoredPicture>();
  const loading = new Map<PictureName, Promise<StoredPicture | undefined>>();

  async function load(name: PictureName): Promise<StoredPicture | undefined> {
    try {
      const picture = await store.pictures.find(name);
      if (picture) kept.set(name, picture);
    } catch (error) {
      logger.warn({ err: error, name }, 'A picture cannot be read; showing the one before');
    } finally {
      loading.delete(name);
    }
    return kept.get(name);
  }

  /** A crowd that comes right after an upload waits for one reading. */
  function find(name: PictureName): Promise<StoredPicture | undefined> {
    const picture = kept.get(name);
    if (picture?.version === race.pictures[name]) return Promise.resolve(picture);
    const underWay = loading.get(name) ?? load(name);
    loading.set(name, underWay);
    return underWay;
  }

  const serve =
    (name: PictureName): RequestHandler =>
    async (req, res, next) => {
      const picture = race.pictures[name] === '' ? undefined : await find(name);
      if (!picture) {
        next();
        return;
      }
      const isVersioned = req.query['v'] === picture.version;
      res.set({
        'Content-Type': TYPES[name],
        'Content-Security-Policy': 'sandbox',
        ETag: `"${picture.version}"`,
        'Cache-Control': isVersioned
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=0, must-revalidate',
      });
      if (req.fresh) {
        res.status(304).end();
        return;
      }
      res.set('Content-Length', String(picture.bytes.length));
      res.end(req.method === 'HEAD' ? undefined : picture.bytes);
    };

  routes.get('/logo.png', serve('logo'));
  routes.get('/background.jpg', serve('background'));
  return routes;
}
