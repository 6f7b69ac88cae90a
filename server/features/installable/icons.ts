import type { Sharp } from 'sharp';
import { sharp } from '#server/web/limited-sharp.ts';

import type { Logger } from '#server/observe/logger.ts';
import { CachedBody } from '#server/web/cached-body.ts';

/** The side of an icon in pixels, and the share that the logo takes. */
interface IconRule {
  readonly side: number;
  readonly share: number;
}

/**
 * The icons that telephones and browsers request, by address. A mask may cut an icon down to the
 * circle of four fifths of its width: the logo is in the square within that circle.
 */
export const ICONS = {
  '/icon-192.png': { side: 192, share: 0.84 },
  '/icon-512.png': { side: 512, share: 0.84 },
  '/icon-maskable.png': { side: 512, share: 0.56 },
  '/apple-touch-icon.png': { side: 180, share: 0.84 },
  '/favicon.png': { side: 48, share: 1 },
} as const satisfies Readonly<Record<string, IconRule>>;
export type IconPath = keyof typeof ICONS;

/** White, as behind the logo on the page: logos are made for paper. */
const GROUND = '#ffffff';

export interface Logo {
  readonly version: string;
  readonly bytes: Buffer;
}

/** The icons of one logo, each drawn at the first request; those of the previous logo are dropped. */
export class IconSet {
  readonly #logger: Logger;
  readonly #drawn = new Map<IconPath, Promise<CachedBody>>();
  #version: string | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get(path: IconPath, logo: Logo): Promise<CachedBody> {
    if (this.#version !== logo.version) this.#drawn.clear();
    this.#version = logo.version;
    const icon = this.#drawn.get(path) ?? this.#draw(path, logo);
    this.#drawn.set(path, icon);
    return icon;
  }

  async #draw(path: IconPath, { version, bytes }: Logo): Promise<CachedBody> {
    const { side, share } = ICONS[path];
    const drawn = await drawIcon(ICONS[path], bytes).catch((error: unknown) => {
      this.#logger.warn({ err: error, path }, 'The logo cannot be drawn; its icon is plain');
      return plain(side).png().toBuffer();
    });
    const etag = `"${version}-${side}-${share * 100}"`;
    return new CachedBody({ etag, bytes: drawn, type: 'image/png', isPacked: true });
  }
}

async function drawIcon({ side, share }: IconRule, logo: Buffer): Promise<Buffer> {
  const innerPx = Math.round(side * share);
  const input = await sharp(logo)
    .resize({ width: innerPx, height: innerPx, fit: 'inside' })
    .png()
    .toBuffer();
  return plain(side)
    .composite([{ input, gravity: 'centre' }])
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer();
}

function plain(side: number): Sharp {
  return sharp({ create: { width: side, height: side, channels: 3, background: GROUND } });
}
