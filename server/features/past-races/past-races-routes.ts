import type { Request, Response } from 'express';

import { CachedBody } from '#server/web/cached-body.ts';
import { html, writeDocument } from '#server/web/html.ts';
import { parseAddress, findTexts, type ServerTexts } from '#server/web/page-request.ts';
import { type Route, route } from '#server/web/routes.ts';
import { sendBody } from '#server/web/send-body.ts';
import { tagOfBytes } from '#server/system/compressed-forms.mjs';
import { formatElapsed } from '#shared/format/format-time.ts';
import { findStartMs } from '#shared/model/wall-clock.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';
import { LANGUAGES, MAIN_LANGUAGE } from '#shared/texts/languages.ts';

import type { FirstFinisher } from './manifest.ts';
import type { PastRace, PastRaces } from './past-races.ts';

/** A past race runs nothing, and loads nothing from elsewhere. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'";

/** The past races: a page that lists them, and each as it was published (PROTOCOL.md PA1, PA2). */
export function createPastRaceRoutes(races: PastRaces): Route[] {
  async function answerFile(
    {
      req,
      res,
      pass,
    }: { readonly req: Request; readonly res: Response; readonly pass: () => void },
    parts: readonly string[],
  ): Promise<void> {
    const body = await races.read(String(req.params['name']), parts, req.ip ?? '');
    if (!body) return pass();
    res.set('Content-Security-Policy', POLICY);
    await sendBody(req, res, body, 'revalidate');
  }

  return [
    route({
      method: 'GET',
      path: '/races',
      who: 'everyone',
      answer: async ({ req, res }) => {
        const { query } = parseAddress(req);
        const bytes = Buffer.from(writeRaces(await races.list(), findTexts(req, query)));
        res.set('Content-Security-Policy', POLICY);
        const etag = `W/"${tagOfBytes(bytes)}"`;
        const type = 'text/html; charset=utf-8';
        const vary = 'Accept-Language';
        await sendBody(req, res, new CachedBody({ bytes, etag, type, vary }), 'shared');
      },
    }),
    route({
      method: 'GET',
      path: '/races/:name',
      who: 'everyone',
      answer: async ({ req, res, pass }) => {
        const name = String(req.params['name']);
        // Its links are relative to the folder.
        if (parseAddress(req).path.endsWith('/'))
          await answerFile({ req, res, pass }, ['index.html']);
        else if (await races.find(name)) res.redirect(301, `/races/${name}/`);
        else pass();
      },
    }),
    route({
      method: 'GET',
      path: '/races/:name/*path',
      who: 'everyone',
      answer: async ({ req, res, pass }) => {
        const { path = [] } = req.params;
        await answerFile({ req, res, pass }, Array.isArray(path) ? path : [path]);
      },
    }),
  ];
}

function writeRaces(races: readonly PastRace[], { code, page, plain }: ServerTexts): string {
  const { dates } = page.common;
  const sections = races.map(({ name, title, date, distances }) => {
    const dayMs = findStartMs(`${date}-12-00-00`, 'UTC');
    const counts = distances.map(
      ({ name: distance, finished }) => `${distance}: ${page.tables.finishers(finished)}`,
    );
    return html`<section>
      <h2>
        <a href="/races/${name}/${code === MAIN_LANGUAGE ? '' : `${code}/index.html`}">${title}</a>
      </h2>
      <p>
        ${[dayMs !== undefined && dates.date(dayMs, 'UTC'), ...counts].filter((part) => part !== false).join(' · ')}
      </p>
      ${distances
        .filter(({ first }) => first.length > 0)
        .map(
          ({ name: distance, first }) =>
            html`<p>${distance}: ${first.map((one) => describeFirst(one, page)).join(' · ')}</p>`,
        )}
    </section>`;
  });
  const body = html`<body>
    <header><h1>${page.spectators.pastRaces}</h1></header>
    <main>
      ${sections.length > 0 ? sections : html`<p class="nobody">${plain.noPastRaces}</p>`}
    </main>
    <footer>
      <a href="/?lang=${code}">${plain.livePage}</a>
      ${LANGUAGES.filter((other) => other.code !== code).map(
        (other) =>
          html`<a href="/races?lang=${other.code}" lang="${other.code}" hreflang="${other.code}"
            >${other.name}</a
          >`,
      )}
    </footer>
  </body>`;
  const head = html`<title>${page.spectators.pastRaces}</title>
    <link rel="icon" href="/favicon.png" type="image/png" />
    <link rel="stylesheet" href="/plain.css" />`;
  return writeDocument(code, head.text, body);
}

/** `First woman Siân Rees 1:48:06` */
function describeFirst({ sex, name, totalMs }: FirstFinisher, { board }: AllTexts): string {
  const title = { F: board.firstWoman, M: board.firstMan }[sex];
  return `${title} ${name}${totalMs === null ? '' : ` ${formatElapsed(totalMs)}`}`;
}
