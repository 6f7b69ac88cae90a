import type { LiveRace } from '#server/race/live-race.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { sharp } from '#server/web/limited-sharp.ts';
import { findRatio } from '#shared/model/picture.ts';

import type { Drawing, DrawingKit } from './draw-pictures.ts';
import { Typeface } from './typeface.ts';

export class PictureRenderer {
  readonly #store: RaceStore;
  readonly #race: LiveRace;
  #typeface: Typeface | undefined;
  #logo: { readonly version: string; readonly bytes: Promise<Buffer | undefined> } | undefined;

  constructor(store: RaceStore, race: LiveRace) {
    this.#store = store;
    this.#race = race;
  }

  /** Draws a picture as PNG: the shapes here, the pixels in a thread of the library. */
  async draw(shape: (kit: DrawingKit) => Drawing): Promise<Buffer> {
    const { logo: version } = this.#race.pictures;
    const bytes = version === '' ? undefined : await this.#findLogo(version);
    // Loaded at the first use: most processes never draw.
    this.#typeface ??= new Typeface();
    const logoRatio = bytes && (findRatio(version) ?? 1);
    const { svg, logo } = shape({ typeface: this.#typeface, logoRatio });
    const picture = sharp(Buffer.from(svg));
    if (bytes) {
      const { left, top, width, height } = logo;
      const background = { r: 0, g: 0, b: 0, alpha: 0 };
      const resized = sharp(bytes).resize({ width, height, fit: 'contain', background });
      picture.composite([{ input: await resized.png().toBuffer(), left, top }]);
    }
    return picture.png({ compressionLevel: 7 }).toBuffer();
  }

  /** The uploaded logo, read once. A failed read is repeated. */
  #findLogo(version: string): Promise<Buffer | undefined> {
    if (this.#logo?.version === version) return this.#logo.bytes;
    const reading = this.#store.pictures.find('logo').then((found) => found?.bytes);
    const logo = { version, bytes: reading };
    this.#logo = logo;
    reading.catch(() => {
      if (this.#logo === logo) this.#logo = undefined;
    });
    return reading;
  }
}
