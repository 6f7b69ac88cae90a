import { createHash } from 'node:crypto';

import type { ServerConfig } from '#server/config/config.ts';
import type { Logger } from '#server/observe/logger.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { CachedBody } from '#server/web/cached-body.ts';
import { type Route, route } from '#server/web/routes.ts';
import { sendBody } from '#server/web/send-body.ts';
import type { StaticFiles } from '#server/web/static-files.ts';

import { type IconPath, ICONS, IconSet, type Logo } from './icons.ts';
import { presentWebManifest } from './web-manifest.ts';

export interface InstallableSources {
  readonly config: Pick<ServerConfig, 'serviceWorker'>;
  readonly store: Pick<RaceStore, 'pictures'>;
  readonly race: Pick<LiveRace, 'config' | 'pictures'>;
  readonly files: Pick<StaticFiles, 'find'>;
  readonly logger: Logger;
}

/** The manifest, the icons of the race and the service worker (SCREENS.md IN). */
export function createInstallableRoutes(sources: InstallableSources): Route[] {
  return [serveManifest(sources), ...serveIcons(sources), serveWorker(sources)];
}

function serveManifest({ race }: InstallableSources): Route {
  let last: CachedBody | undefined;
  return route({
    method: 'GET',
    path: '/manifest.webmanifest',
    who: 'everyone',
    answer: async ({ req, res }) => {
      const text = JSON.stringify(presentWebManifest(race.config.pageTitle, race.pictures.logo));
      const etag = `"${hash(text)}"`;
      if (last?.etag !== etag) {
        const type = 'application/manifest+json; charset=utf-8';
        last = new CachedBody({ etag, bytes: Buffer.from(text), type });
      }
      await sendBody(req, res, last, 'revalidate');
    },
  });
}

function serveIcons({ store, race, files, logger }: InstallableSources): Route[] {
  const icons = new IconSet(logger);
  let logo: Promise<Logo> | undefined;
  let logoVersion: string | undefined;

  /** The present logo, read once; a crowd waits for one reading. */
  function findLogo(): Promise<Logo> {
    const { logo: version } = race.pictures;
    if (!logo || logoVersion !== version) {
      logoVersion = version;
      logo = readLogo(version).catch((error: unknown) => {
        logoVersion = undefined;
        throw error;
      });
    }
    return logo;
  }

  async function readLogo(version: string): Promise<Logo> {
    const uploaded = version === '' ? undefined : await store.pictures.find('logo');
    if (uploaded) return uploaded;
    const shipped = await files.find('/logo.png')?.encode('identity');
    return { version: 'shipped', bytes: shipped ?? Buffer.of() };
  }

  const serve = (path: IconPath): Route =>
    route({
      method: 'GET',
      path,
      who: 'everyone',
      answer: async ({ req, res }) => {
        const shown = await findLogo();
        const icon = await icons.get(path, shown);
        await sendBody(req, res, icon, req.query['v'] === shown.version ? 'forever' : 'revalidate');
      },
    });
  return (Object.keys(ICONS) as IconPath[]).map(serve);
}

/**
 * Served in place of a withdrawn service worker (SCREENS.md IN8). Every browser that has one looks for a new version at
 * each visit: it finds this, which removes all that was kept and then itself. Open pages go on with the network alone.
 */
const WITHDRAWN_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const takeAway = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('splitcast-')) await caches.delete(name);
    }
    await self.registration.unregister();
  };
  event.waitUntil(takeAway());
});
`;

function serveWorker({ config, files }: InstallableSources): Route {
  const type = 'text/javascript; charset=utf-8';
  const bytes = Buffer.from(WITHDRAWN_WORKER);
  const withdrawn = new CachedBody({ etag: `"${hash(WITHDRAWN_WORKER)}"`, bytes, type });
  return route({
    method: 'GET',
    path: '/service-worker.js',
    who: 'everyone',
    answer: async ({ req, res }) => {
      const built = config.serviceWorker ? files.find('/service-worker.js') : undefined;
      await sendBody(req, res, built ?? withdrawn, 'private');
    },
  });
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 20);
}
