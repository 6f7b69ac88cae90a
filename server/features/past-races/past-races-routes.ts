import type { Request, Response } from 'express';

import { CachedBody } from '#server/web/cached-body.ts';
import { type Html, html, writeDocument } from '#server/web/html.ts';
import { parseAddress, findTexts, type ServerTexts } from '#server/web/page-request.ts';
import { type Route, route } from '#server/web/routes.ts';
import { sendBody } from '#server/web/send-body.ts';
import { formatElapsed } from '#shared/format/format-time.ts';
import { isolateText, joinParts } from '#shared/format/isolate-text.ts';
import { findStartMs } from '#shared/model/wall-clock.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';
import { type LanguageCode, LANGUAGES, MAIN_LANGUAGE } from '#shared/texts/languages.ts';

import type { FirstFinisher } from './manifest.ts';
import type { FoundRunners, PastRace, PastRaces } from './past-races.ts';

const MAX_SOUGHT = 60;

/** No scripts, and nothing from other origins. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'";

/** The list of past races with its search, and each published race (PROTOCOL.md PA). */
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
    route('GET /races', { who: 'everyone' }, async ({ req, res }) => {
      const { query } = parseAddress(req);
      const texts = findTexts(req, query);
      const sought = (query.get('q') ?? '').trim().slice(0, MAX_SOUGHT);
      const content =
        sought === ''
          ? (await races.list()).map((race) => writeRace(race, texts))
          : writeFound(await races.search(sought, req.ip ?? ''), sought, texts);
      res.set('Content-Security-Policy', POLICY);
      await sendBody(req, res, CachedBody.ofHtml(writeRaces(content, sought, texts)), 'shared');
    }),
    route('GET /races/:name', { who: 'everyone' }, async ({ req, res, pass }) => {
      const name = String(req.params['name']);
      // Relative links need the final slash.
      if (parseAddress(req).path.endsWith('/'))
        await answerFile({ req, res, pass }, ['index.html']);
      else if (await races.find(name)) res.redirect(301, `/races/${name}/`);
      else pass();
    }),
    route('GET /races/:name/*path', { who: 'everyone' }, async ({ req, res, pass }) => {
      const { path = [] } = req.params;
      await answerFile({ req, res, pass }, Array.isArray(path) ? path : [path]);
    }),
  ];
}

/** The page of all past races, or of the search results. */
function writeRaces(
  content: readonly Html[],
  sought: string,
  { code, page, plain, liveResults }: ServerTexts,
): string {
  const body = html`<body>
    <header>
      <h1>${page.spectators.pastRaces}</h1>
    </header>
    <main>
      <form class="search" role="search">
        <input type="hidden" name="lang" value="${code}" />
        <input
          type="search"
          name="q"
          value="${sought}"
          maxlength="${MAX_SOUGHT}"
          aria-label="${page.find.label}"
          placeholder="${page.find.label}"
        />
        <button>${page.results.toFind}</button>
      </form>
      ${content.length > 0 ? content : html`<p class="nobody">${plain.noPastRaces}</p>`}
    </main>
    <footer>
      <a href="/?lang=${code}">${liveResults}</a>
      ${LANGUAGES.filter((other) => other.code !== code).map((other) => {
        const query = new URLSearchParams({ ...(sought && { q: sought }), lang: other.code });
        return html`<a
          href="/races?${query.toString()}"
          lang="${other.code}"
          hreflang="${other.code}"
          >${other.name}</a
        >`;
      })}
    </footer>
  </body>`;
  const head = html`<title>${page.spectators.pastRaces}</title>
    <link rel="icon" href="/favicon.png" type="image/png" />
    <link rel="stylesheet" href="/plain.css" />`;
  return writeDocument(code, head.text, body);
}

/** The address of a race's pages in a language. */
function addressRace(race: string, code: LanguageCode): string {
  return `/races/${race}/${code === MAIN_LANGUAGE ? '' : `${code}/`}`;
}

function writeDay({ date }: PastRace, { common }: AllTexts): string {
  const dayMs = findStartMs(`${date}-12-00-00`, 'UTC');
  return dayMs === undefined ? '' : common.dates.date(dayMs, 'UTC');
}

function writeRace(race: PastRace, { code, page }: ServerTexts): Html {
  const { name, title, distances } = race;
  const counts = distances.map(
    ({ name: distance, finished }) => `${distance}: ${page.tables.finishers(finished)}`,
  );
  return html`<section>
    <h2>
      <a href="${addressRace(name, code)}${code === MAIN_LANGUAGE ? '' : 'index.html'}">${title}</a>
    </h2>
    <p>${joinParts([writeDay(race, page), ...counts])}</p>
    ${distances
      .filter(({ first }) => first.length > 0)
      .map(
        ({ name: distance, first }) =>
          html`<p>${distance}: ${joinParts(first.map((one) => describeFirst(one, page)))}</p>`,
      )}
  </section>`;
}

/** The search results by race. Equal names are not merged: they may be different people. */
function writeFound(
  { races, more }: FoundRunners,
  sought: string,
  { code, page }: ServerTexts,
): Html[] {
  if (races.length === 0) return [html`<p class="nobody">${page.empty.noMatch(sought)}</p>`];
  const sections = races.map(
    ({ race, runners }) =>
      html`<section>
        <h2>${race.title} <span class="count">${writeDay(race, page)}</span></h2>
        <ul class="found">
          ${runners.map(
            ({ name, details, place, time, page: path }) =>
              html`<li>
                <a href="${addressRace(race.name, code)}${path}">${isolateText(name)}</a>
                <strong>${time}</strong>
                <span class="count"
                  >${joinParts([place !== null && page.common.ordinal(place), ...details])}</span
                >
              </li>`,
          )}
        </ul>
      </section>`,
  );
  return more > 0 ? [...sections, html`<p class="note">${page.empty.more(more)}</p>`] : sections;
}

/** `1st woman Siân Rees 1:48:06` */
function describeFirst(
  { sex, name, totalMs }: FirstFinisher,
  { commentary, common }: AllTexts,
): string {
  const title = { F: commentary.woman, M: commentary.man }[sex];
  return `${title(common.ordinal(1, sex))} ${isolateText(name)}${totalMs === null ? '' : ` ${formatElapsed(totalMs)}`}`;
}
