import type { Request, Response } from 'express';

import type { ServerConfig } from '#server/config/config.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { parseAddress, findTexts } from '#server/web/page-request.ts';
import { type Route, route } from '#server/web/routes.ts';
import { sendBody } from '#server/web/send-body.ts';

import { chooseList } from './list-sections.ts';
import { PlainPages } from './plain-pages.ts';

const ROBOTS = `User-agent: *
Disallow: /socket.io/
Disallow: /metrics
`;

/** The plain page, and the file for search engines (PROTOCOL.md PL1 to PL5). */
export function createPlainRoutes(race: LiveRace, config: ServerConfig): Route[] {
  const pages = new PlainPages({ race, origin: config.publicOrigin });

  async function answerPage(req: Request, res: Response, pass: () => void): Promise<void> {
    const { query } = parseAddress(req);
    const choice = chooseList(query, race.config);
    const texts = findTexts(req, query);
    const hasLanguage = query.has('lang');
    const body = await pages.get({ choice, texts, hasLanguage, from: req.ip ?? '' });
    if (!body) return pass();
    if (choice.view === 'print') res.set('X-Robots-Tag', 'noindex');
    await sendBody(req, res, body, 'shared');
  }

  return [
    route('GET /plain', { who: 'everyone', needsRace: true }, ({ req, res, pass }) =>
      answerPage(req, res, pass),
    ),
    route('GET /robots.txt', { who: 'everyone' }, ({ res }) => {
      res.type('text/plain').send(ROBOTS);
    }),
  ];
}
