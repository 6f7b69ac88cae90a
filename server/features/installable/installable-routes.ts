import type { LiveRace } from '#server/race/live-race.ts';
import { tagOfBytes } from '#server/system/compressed-forms.mjs';
import { CachedBody } from '#server/web/cached-body.ts';
import { sharp } from '#server/web/limited-sharp.ts';
import { type Route, route } from '#server/web/routes.ts';
import { sendBody } from '#server/web/send-body.ts';
import type { StaticFiles } from '#server/web/static-files.ts';
import type { UploadedPictures } from '#server/web/uploaded-pictures.ts';

interface InstallableSources {
  readonly pictures: UploadedPictures;
  readonly race: Pick<LiveRace, 'config' | 'pictures'>;
  readonly files: Pick<StaticFiles, 'find'>;
}

/** The manifest and icons that make the page installable. */
export function createInstallableRoutes(sources: InstallableSources): Route[] {
  return [serveManifest(sources), ...serveIcons(sources)];
}

function serveManifest({ race }: InstallableSources): Route {
  let last: CachedBody | undefined;
  return route('GET /manifest.webmanifest', { who: 'everyone' }, async ({ req, res }) => {
    const text = JSON.stringify(presentWebManifest(race.config.pageTitle, race.pictures.logo));
    const etag = `"${tagOfBytes(text)}"`;
    if (last?.etag !== etag) {
      const type = 'application/manifest+json; charset=utf-8';
      last = new CachedBody({ etag, bytes: Buffer.from(text), type });
    }
    await sendBody(req, res, last, 'revalidate');
  });
}

function serveIcons({ pictures, files }: InstallableSources): Route[] {
  let drawnOf: string | undefined;
  const drawn = new Map<IconPath, Promise<CachedBody>>();

  async function findLogo(): Promise<Logo> {
    const uploaded = await pictures.find('logo');
    if (uploaded) return uploaded;
    const shipped = await files.find('/logo.png')?.encode('identity');
    return { version: 'shipped', bytes: shipped ?? Buffer.of() };
  }

  /** Draws at the first request, and drops the icons of an earlier logo. */
  function findIcon(path: IconPath, logo: Logo): Promise<CachedBody> {
    if (drawnOf !== logo.version) drawn.clear();
    drawnOf = logo.version;
    const icon = drawn.get(path) ?? drawIcon(path, logo);
    drawn.set(path, icon);
    return icon;
  }

  const serve = (path: IconPath): Route =>
    route(`GET ${path}`, { who: 'everyone' }, async ({ req, res }) => {
      const logo = await findLogo();
      const icon = await findIcon(path, logo);
      await sendBody(req, res, icon, req.query['v'] === logo.version ? 'forever' : 'revalidate');
    });
  return (Object.keys(ICONS) as IconPath[]).map(serve);
}

/** The colours of the page's header and background (`client/ui/styles/tokens.css`). */
const THEME_COLOR = '#10362a';
const BACKGROUND_COLOR = '#eef1ee';

/** Lets a browser install the page with the name and the logo of the race. */
function presentWebManifest(title: string, logoVersion: string): object {
  return {
    id: '/',
    name: title,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: THEME_COLOR,
    background_color: BACKGROUND_COLOR,
    icons: Object.entries<IconRule>(ICONS).flatMap(([path, { side, purpose }]) => {
      const src = addressIcon(path as IconPath, logoVersion);
      return purpose ? [{ src, sizes: `${side}x${side}`, type: 'image/png', purpose }] : [];
    }),
  };
}

/** An upload changes the address, so that browsers load the new icon. */
function addressIcon(path: IconPath, logoVersion: string): string {
  return logoVersion === '' ? path : `${path}?v=${encodeURIComponent(logoVersion)}`;
}

interface IconRule {
  /** In pixels. */
  readonly side: number;
  /** The part of the side that the logo takes. */
  readonly share: number;
  /** Of an icon of the installed page. */
  readonly purpose?: 'any' | 'maskable';
}

/** By address. A mask may leave a circle of 80 % of the width: the maskable logo fits into its inscribed square. */
export const ICONS = {
  '/icon-192.png': { side: 192, share: 0.84, purpose: 'any' },
  '/icon-512.png': { side: 512, share: 0.84, purpose: 'any' },
  '/icon-maskable.png': { side: 512, share: 0.56, purpose: 'maskable' },
  '/apple-touch-icon.png': { side: 180, share: 0.84 },
  '/favicon.png': { side: 48, share: 1 },
} as const satisfies Readonly<Record<string, IconRule>>;
type IconPath = keyof typeof ICONS;

/** White, as behind the logo on the page. */
const GROUND = '#ffffff';

interface Logo {
  readonly version: string;
  readonly bytes: Buffer;
}

async function drawIcon(path: IconPath, { version, bytes }: Logo): Promise<CachedBody> {
  const { side, share } = ICONS[path];
  const innerPx = Math.round(side * share);
  const input = await sharp(bytes)
    .resize({ width: innerPx, height: innerPx, fit: 'inside' })
    .png()
    .toBuffer();
  const drawn = await sharp({
    create: { width: side, height: side, channels: 3, background: GROUND },
  })
    .composite([{ input, gravity: 'centre' }])
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer();
  const etag = `"${version}-${side}-${share * 100}"`;
  return new CachedBody({ etag, bytes: drawn, type: 'image/png', isPacked: true });
}
