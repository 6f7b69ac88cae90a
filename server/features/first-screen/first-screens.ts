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
import { Refusal } from '#server/system/refusal.ts';
import type { RunnerBodies } from '#server/web/runner-bodies.ts';
import { tagOfBytes } from '#server/system/compressed-forms.mjs';
import { codeOf } from '#server/system/errors.mjs';
import type { EpochMs } from '#shared/model/time.ts';
import { chooseTab, listTabs } from '#shared/scoring/tabs.ts';
import {
  findScreen,
  type RenderedHeads,
  type RenderedView,
  type RenderFirstScreen,
} from '#shared/wire/screens.ts';

/** Query parameters without effect on the first screen. */
const IGNORED = /^(?:lang|utm_\w+|fbclid|gclid)$/;
const TAB = 'tab';

/** About 400 screens of 20 kB. */
const MAX_BYTES = 8_000_000;
/** Counted for each entry, also without a screen. */
const ENTRY_BYTES = 200;

const LIMITS = { inAll: 64, perNetwork: 16 };

interface RequestedScreen {
  readonly key: string;
  readonly view: RenderedView;
}

/** The output of `client/first-screen-build.ts`. */
export interface FirstScreenParts {
  readonly render: RenderFirstScreen;
  readonly heads: RenderedHeads;
  /** For the head of each document with a first screen. */
  readonly script: string;
}

export interface FirstScreenSources extends Pick<FirstScreenParts, 'render' | 'heads'> {
  readonly race: LiveRace;
  readonly runners: RunnerBodies;
  readonly trustProxy: number;
  readonly logger: Pick<Logger, 'error'>;
}

/**
 * Renders the first screens of the public pages with the client's code, on request and cached by address and language.
 * With a full queue the cached one is served while valid, then none.
 */
export class FirstScreens {
  readonly #sources: FirstScreenSources;
  readonly #made: SingleFlightCache<RenderedScreen | undefined>;

  constructor(sources: FirstScreenSources) {
    this.#sources = sources;
    this.#made = new SingleFlightCache({
      race: sources.race,
      maxBytes: MAX_BYTES,
      bytesOf: (screen) => ENTRY_BYTES + 2 * (screen?.html.length ?? 0),
      queue: new FairQueue(LIMITS),
    });
  }

  /** Undefined if the client must render: for other addresses, unknown runners, and while there are no results. */
  async find(request: IncomingMessage): Promise<RenderedScreen | undefined> {
    const { race } = this.#sources;
    if (!race.isLoaded) return undefined;
    const from = findClientAddress(request, this.#sources.trustProxy);
    const requested = await this.#read(request, from);
    if (!requested) return undefined;
    const draw = async (nowMs: EpochMs): Promise<RenderedScreen | undefined> => {
      // Read again: the runner may have become private since.
      const current = await this.#read(request, from);
      return current && this.#make(current.view, nowMs);
    };
    return this.#made.get(requested.key, from, draw).catch(ignoreRefusal);
  }

  async #read(request: IncomingMessage, from: string): Promise<RequestedScreen | undefined> {
    const { path, query } = parseAddress(request);
    const screen = findScreen(path);
    const names = [...query.keys()].filter((name) => !IGNORED.test(name));
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

  async #readRunner(
    id: string,
    texts: ServerTexts,
    from: string,
  ): Promise<RequestedScreen | undefined> {
    const made = await this.#sources.runners.find(id, from).catch(ignoreRefusal);
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
    // The screen changes only with the body.
    return { key: `${texts.code} /runner/${runnerId} ${made.body.etag}`, view };
  }

  #make(view: RenderedView, nowMs: EpochMs): RenderedScreen | undefined {
    const { race, render, heads, logger } = this.#sources;
    const { head, standings } = race;
    let html: string | undefined;
    try {
      html = render({ config: presentConfig(race, nowMs), head, standings }, view);
    } catch (error) {
      logger.error({ err: error, screen: view.screen }, 'Cannot render a first screen');
    }
    if (html === undefined) return undefined;
    const linked = heads[view.screen] ?? '';
    return { html, head: linked, id: tagOfBytes(html) };
  }
}

/** With a full queue the client renders. */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

/** Undefined if the page was built without first screens. */
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
