import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Logger } from '#server/observe/logger.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { presentConfig } from '#server/race/present-config.ts';
import { FairQueue, SingleFlightCache } from '#server/web/single-flight-cache.ts';
import { findClientAddress } from '#server/web/client-address.ts';
import { parseAddress, findTexts, type ServerTexts } from '#server/web/page-request.ts';
import type { RenderedScreen } from '#server/web/page-document.ts';
import { Refusal } from '#server/web/refusal.ts';
import type { RunnerBodies } from '#server/web/runner-bodies.ts';
import { codeOf } from '#server/system/errors.mjs';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import { chooseTab, listTabs } from '#shared/scoring/tabs.ts';
import {
  findScreen,
  type RenderedHeads,
  type RenderedView,
  type RenderFirstScreen,
} from '#shared/wire/screens.ts';

/** Query parameters that do not change the first screen. */
const PASSED_OVER = /^(?:lang|utm_\w+|fbclid|gclid)$/;
const TAB = 'tab';

/** Relative texts (`Started at 09:00`) on a screen are never older than this. */
const MOST_AGE_MS = MINUTE_MS;
/** A screen is some twenty kilobytes, and a crowd opens the pages of many runners. */
const MAX_BYTES = 8_000_000;
/** The size counted for a note that there is no screen. */
const NOTE_BYTES = 200;

const LIMITS = { inAll: 64, perNetwork: 16 };

/** A rendered screen and its key. */
interface Asked {
  readonly key: string;
  readonly view: RenderedView;
}

/** What the build of the page leaves for the server (`client/first-screen-build.ts`). */
export interface FirstScreenParts {
  readonly render: RenderFirstScreen;
  readonly heads: RenderedHeads;
  /** Put into the head of each document with a first screen. */
  readonly script: string;
}

export interface FirstScreenSources extends Pick<FirstScreenParts, 'render' | 'heads'> {
  readonly race: LiveRace;
  readonly runners: RunnerBodies;
  readonly trustProxy: number;
  readonly logger: Pick<Logger, 'error'>;
  readonly now?: () => EpochMs;
}

/**
 * The first screens of the public pages, rendered by the page's own parts: the last one for each address and language,
 * made on request. With a full queue the last one is served as long as it is valid, then none.
 */
export class FirstScreens {
  readonly #sources: FirstScreenSources;
  readonly #made: SingleFlightCache<RenderedScreen | undefined>;

  constructor(sources: FirstScreenSources) {
    this.#sources = sources;
    this.#made = new SingleFlightCache({
      race: sources.race,
      maxBytes: MAX_BYTES,
      bytesOf: (screen) => NOTE_BYTES + 2 * (screen?.html.length ?? 0),
      mostAgeMs: MOST_AGE_MS,
      queue: new FairQueue(LIMITS),
      ...(sources.now && { now: sources.now }),
    });
  }

  /** Undefined where the page renders itself: at another address, for an unknown runner, and while there are no rows. */
  async find(request: IncomingMessage): Promise<RenderedScreen | undefined> {
    const { race } = this.#sources;
    if (!race.isLoaded) return undefined;
    const from = findClientAddress(request, this.#sources.trustProxy);
    const asked = await this.#read(request, from);
    if (!asked) return undefined;
    const draw = async (nowMs: EpochMs): Promise<RenderedScreen | undefined> => {
      // A runner may have become private since.
      const due = await this.#read(request, from);
      return due && this.#make(due.view, nowMs);
    };
    return this.#made.get(asked.key, from, draw).catch(passOverRefusal);
  }

  async #read(request: IncomingMessage, from: string): Promise<Asked | undefined> {
    const { path, query } = parseAddress(request);
    const screen = findScreen(path);
    const names = [...query.keys()].filter((name) => !PASSED_OVER.test(name));
    const texts = findTexts(request, query);
    const language = { language: texts.code, texts: texts.page };
    if (screen?.name === 'results') {
      if (names.some((name) => name !== TAB)) return undefined;
      const { config, standings } = this.#sources.race;
      const tab = chooseTab(listTabs(config), query.get(TAB), standings.courses)?.code;
      return { key: `${texts.code} / ${tab}`, view: { ...language, screen: screen.name, tab } };
    }
    if (names.length > 0) return undefined;
    if (screen?.name === 'tables' || screen?.name === 'commentary') {
      const { name } = screen;
      return { key: `${texts.code} ${name}`, view: { ...language, screen: name } };
    }
    return screen?.name === 'runner' ? this.#readRunner(screen.asked, texts, from) : undefined;
  }

  async #readRunner(asked: string, texts: ServerTexts, from: string): Promise<Asked | undefined> {
    const made = await this.#sources.runners.find(asked, from).catch(passOverRefusal);
    if (!made) return undefined;
    const { runnerBody } = made;
    const { runnerId } =
      runnerBody.runner.kind === 'listed' ? runnerBody.runner.result : runnerBody.runner.starter;
    const view = {
      language: texts.code,
      texts: texts.page,
      screen: 'runner',
      runner: runnerBody,
    } as const;
    // The screen changes only when the body does.
    return { key: `${texts.code} /runner/${runnerId} ${made.body.etag}`, view };
  }

  #make(view: RenderedView, nowMs: EpochMs): RenderedScreen | undefined {
    const { race, render, heads, logger } = this.#sources;
    const { head, standings } = race;
    let html: string | undefined;
    try {
      html = render({ config: presentConfig(race, nowMs), head, standings }, view);
    } catch (error) {
      // The page renders itself.
      logger.error({ err: error, screen: view.screen }, 'A first screen could not be drawn');
    }
    if (html === undefined) return undefined;
    const linked = heads[view.screen] ?? '';
    return { html, head: linked, id: createHash('sha256').update(html).digest('base64url') };
  }
}

/** When too much waits, the page renders itself, and is refused when it asks. */
function passOverRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

/** Undefined for a page that is built without them: its documents are bare. */
export async function loadFirstScreen(pageRoot: string): Promise<FirstScreenParts | undefined> {
  const folder = path.join(pageRoot, '.first-screen');
  try {
    const script = await readFile(path.join(folder, 'prepare.js'), 'utf8');
    const heads = JSON.parse(
      await readFile(path.join(folder, 'heads.json'), 'utf8'),
    ) as RenderedHeads;
    const { href } = pathToFileURL(path.join(folder, 'draw.mjs'));
    const { renderFirstScreen } = (await import(href)) as { renderFirstScreen: RenderFirstScreen };
    return { render: renderFirstScreen, heads, script };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
