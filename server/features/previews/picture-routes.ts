import type { Request, Response } from 'express';
import type { LiveRace } from '#server/race/live-race.ts';
import type { StoredPicture } from '#server/store/picture-records.ts';
import { CachedBody } from '#server/web/cached-body.ts';
import { FairQueue, SingleFlightCache } from '#server/web/single-flight-cache.ts';
import { summariseRace, versionPicture } from '#server/web/head/race-summary.ts';
import { parseAddress, findTexts, type ServerTexts } from '#server/web/page-request.ts';
import { type Route, route } from '#server/web/routes.ts';
import { sendBody } from '#server/web/send-body.ts';
import { type Drawing, type DrawingKit, drawRace, drawRunner } from './draw-pictures.ts';
import { RunnerSummaries } from './runner-summary.ts';
import { sharp } from '#server/web/limited-sharp.ts';
import type { UploadedPictures } from '#server/web/uploaded-pictures.ts';
import { findRatio } from '#shared/model/race-config.ts';
import { Typeface } from './typeface.ts';

/** A few hundred pictures: programs that show previews request each once. */
const MAX_BYTES = 32_000_000;
const LIMITS = { inAll: 32, perNetwork: 4 };

interface PictureSources {
  readonly race: LiveRace;
  readonly pictures: UploadedPictures;
}

/** Pictures of results, for link previews and to save (PROTOCOL.md PW5 to PW8). */
export function createPreviewRoutes({ race, pictures }: PictureSources): Route[] {
  const drawn = new SingleFlightCache<Buffer>({
    maxBytes: MAX_BYTES,
    bytesOf: ({ length }) => length,
    queue: new FairQueue(LIMITS),
  });
  const summaries = new RunnerSummaries(race);

  async function send(
    req: Request,
    res: Response,
    name: string,
    draw: (kit: DrawingKit) => Drawing,
  ): Promise<void> {
    const bytes = await drawn.get(name, req.ip ?? '', async () =>
      renderPicture(await pictures.find('logo'), draw),
    );
    const body = new CachedBody({
      etag: `"${name}"`,
      bytes,
      type: 'image/png',
      isPacked: true,
      vary: 'Accept-Language',
    });
    res.set('Content-Security-Policy', 'sandbox');
    // Caches must revalidate: a runner who becomes private disappears at once.
    await sendBody(req, res, body, 'revalidate');
  }

  return [
    route('GET /preview/race.png', { who: 'everyone', needsRace: true }, async ({ req, res }) => {
      const summary = summariseRace(race, textsOf(req));
      const name = `race-${versionPicture(summary, race.pictures)}`;
      await send(req, res, name, (kit) => drawRace(summary, kit));
    }),
    route(
      'GET /preview/runner/:id.png',
      { who: 'everyone', needsRace: true },
      async ({ req, res, pass }) => {
        const summary = summaries.summarise(String(req.params['id']), textsOf(req));
        if (!summary) return pass();
        const name = `runner-${versionPicture(summary, race.pictures)}`;
        await send(req, res, name, (kit) => drawRunner(summary, kit));
      },
    ),
  ];
}

function textsOf(req: Request): ServerTexts {
  return findTexts(req, parseAddress(req).query);
}

let typeface: Typeface | undefined;

/** Draws a picture as PNG: the shapes here, the pixels in a thread of the library. */
async function renderPicture(
  uploaded: StoredPicture | undefined,
  shape: (kit: DrawingKit) => Drawing,
): Promise<Buffer> {
  // Loaded at the first use: most processes never draw.
  typeface ??= new Typeface();
  const logoRatio = uploaded && (findRatio(uploaded.version) ?? 1);
  const { svg, logo } = shape({ typeface, logoRatio });
  const picture = sharp(Buffer.from(svg));
  if (uploaded) {
    const { left, top, width, height } = logo;
    const background = { r: 0, g: 0, b: 0, alpha: 0 };
    const resized = sharp(uploaded.bytes).resize({ width, height, fit: 'contain', background });
    picture.composite([{ input: await resized.png().toBuffer(), left, top }]);
  }
  return picture.png({ compressionLevel: 7 }).toBuffer();
}
