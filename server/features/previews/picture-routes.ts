import type { Request, Response } from 'express';

import type { LiveRace } from '#server/race/live-race.ts';
import type { RacePlaces } from '#server/race/race-places.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { CachedBody } from '#server/web/cached-body.ts';
import { FairQueue } from '#server/web/fair-queue.ts';
import { versionPicture } from '#server/web/head/picture-address.ts';
import type { RaceStory } from '#server/web/head/race-story.ts';
import { tellRace } from '#server/web/head/race-story.ts';
import { MadeOnce } from '#server/web/made-once.ts';
import { parseAddress } from '#server/web/page-address.ts';
import type { Route } from '#server/web/routes.ts';
import { route } from '#server/web/routes.ts';
import { sendBody } from '#server/web/send-body.ts';
import type { ServerTexts } from '#server/web/served-texts.ts';
import { findTexts } from '#server/web/served-texts.ts';

import type { Drawing, DrawingKit } from './draw-pictures.ts';
import { drawCard, drawRace, drawRunner } from './draw-pictures.ts';
import { PictureStudio } from './picture-studio.ts';
import type { PicturedRunner } from './runner-story.ts';
import { RunnerStories } from './runner-story.ts';

/** A picture is asked for once by each program that draws a preview: a few hundred are enough. */
const MAX_BYTES = 32_000_000;
const LIMITS = { inAll: 32, perNetwork: 4 };

/** What the pictures are made of. */
export interface PictureSources {
  readonly store: RaceStore;
  readonly race: LiveRace;
  readonly places: RacePlaces;
}

/** What a picture is to show, and how it is drawn. */
interface Subject<Story> {
  readonly kind: string;
  readonly tell: (texts: ServerTexts, id: string) => Story | undefined;
  readonly draw: (story: Story, kit: DrawingKit) => Drawing;
}

/** Pictures of results, for previews of links and to keep (PROTOCOL.md PW5 to PW8). */
export function createPreviewRoutes({ store, race, places }: PictureSources): Route[] {
  const studio = new PictureStudio(store, race);
  const pictures = new MadeOnce<Buffer>({
    maxBytes: MAX_BYTES,
    bytesOf: ({ length }) => length,
    queue: new FairQueue(LIMITS),
  });
  const stories = new RunnerStories(race, places);

  const findRace = (texts: ServerTexts): RaceStory => tellRace(race, texts);
  const findStory = (texts: ServerTexts, id: string): PicturedRunner | undefined =>
    stories.tellPictured(id, texts);

  async function send<Story extends RaceStory | PicturedRunner>(
    req: Request,
    res: Response,
    { kind, tell, draw }: Subject<Story>,
    id = '',
  ): Promise<boolean> {
    const story = tell(findTexts(req, parseAddress(req).query), id);
    if (!story) return false;
    const name = `${kind} ${versionPicture(story, race.pictures)}`;
    const bytes = await pictures.get(name, req.ip ?? '', {
      make: () => studio.draw((kit) => draw(story, kit)),
    });
    const body = new CachedBody({
      etag: `"${name.replace(' ', '-')}"`,
      bytes,
      type: 'image/png',
      compression: 'none',
      vary: 'Accept-Language',
    });
    res.set('Content-Security-Policy', 'sandbox');
    // Whoever becomes private is gone from it at once, so nobody keeps it without asking.
    await sendBody(req, res, body, 'revalidate');
    return true;
  }

  const ofRunner = (path: string, kind: string, draw: Subject<PicturedRunner>['draw']): Route =>
    route({
      method: 'GET',
      path,
      role: 'everyone',
      needsRace: true,
      answer: async ({ req, res, pass }) => {
        const subject = { kind, tell: findStory, draw };
        if (!(await send(req, res, subject, String(req.params['id'])))) pass();
      },
    });

  return [
    route({
      method: 'GET',
      path: '/preview/race.png',
      role: 'everyone',
      needsRace: true,
      answer: async ({ req, res }) => {
        await send(req, res, { kind: 'race', tell: findRace, draw: drawRace });
      },
    }),
    ofRunner('/preview/runner/:id.png', 'preview', drawRunner),
    ofRunner('/card/runner/:id.png', 'card', drawCard),
  ];
}
