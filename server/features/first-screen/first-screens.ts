import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { LiveRace } from '#server/race/live-race.ts';
import { presentConfig } from '#server/race/present-config.ts';
import { AddressBudget } from '#server/web/address-budget.ts';
import { findClientAddress } from '#server/web/client-address.ts';
import { parseAddress } from '#server/web/page-address.ts';
import type { DrawnScreen } from '#server/web/page-document.ts';
import type { ServerTexts } from '#server/web/served-texts.ts';
import { findTexts } from '#server/web/served-texts.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { chooseTab, listTabs } from '#shared/scoring/tabs.ts';
import type { DrawFirstScreen } from '#shared/wire/first-screen.ts';

/** Of an address, what the first screen follows; and what changes nothing that is shown. */
const FOLLOWED = /^(?:lang|tab|utm_\w+|fbclid|gclid)$/;

/** However quickly the race changes, a screen is not drawn anew before that: the page catches up by itself. */
const LEAST_AGE_MS = 2 * SECOND_MS;
/** What a screen says of when it is (`Started at 09:00`) is never older. */
const MOST_AGE_MS = MINUTE_MS;

/** Of one address so many screens are drawn at once, and then so many a second. */
const AT_ONCE = 12;
const PER_SECOND = 2;

interface Kept {
  readonly screen: DrawnScreen | undefined;
  readonly version: number;
  readonly madeMs: number;
}

/**
 * The first screen of the results, as the page's own parts draw it: for each tab and language the one
 * that was drawn last, when somebody asked for it. An address that has too many drawn is given the
 * last one as long as it may be shown, then none.
 */
export class FirstScreens {
  readonly #race: LiveRace;
  readonly #draw: DrawFirstScreen;
  /** There are as many as tabs in all languages. */
  readonly #kept = new Map<string, Kept>();

  readonly #budget = new AddressBudget(AT_ONCE, PER_SECOND, Date.now);
  readonly #trustProxy: number;

  constructor(race: LiveRace, draw: DrawFirstScreen, trustProxy = 0) {
    this.#race = race;
    this.#draw = draw;
    this.#trustProxy = trustProxy;
    for (const news of ['reloaded', 'hidden', 'config'] as const) {
      race.on(news, () => {
        this.#kept.clear();
      });
    }
  }

  /** Undefined where the page begins by itself: at another address, and while there are no rows. */
  find(request: IncomingMessage, nowMs: number): DrawnScreen | undefined {
    const { path, query } = parseAddress(request);
    if (path !== '/' || !this.#race.isLoaded) return undefined;
    if ([...query.keys()].some((name) => !FOLLOWED.test(name))) return undefined;
    const tab = chooseTab(listTabs(this.#race.config), query.get('tab'))?.code;
    const texts = findTexts(request, query);
    const key = `${texts.code} ${tab}`;
    const kept = this.#kept.get(key);
    if (kept && this.#isFresh(kept, nowMs)) return kept.screen;
    if (!this.#budget.spend(findClientAddress(request, this.#trustProxy), nowMs)) {
      return kept && nowMs - kept.madeMs < MOST_AGE_MS ? kept.screen : undefined;
    }
    const screen = this.#make(texts, tab, nowMs);
    this.#kept.set(key, { screen, version: this.#race.head.version, madeMs: nowMs });
    return screen;
  }

  #isFresh({ version, madeMs }: Kept, nowMs: number): boolean {
    const ageMs = nowMs - madeMs;
    return ageMs < (version === this.#race.head.version ? MOST_AGE_MS : LEAST_AGE_MS);
  }

  #make(texts: ServerTexts, tab: string | undefined, nowMs: number): DrawnScreen | undefined {
    const { head, standings } = this.#race;
    const config = presentConfig(this.#race, nowMs);
    const view = { language: texts.code, texts: texts.page, tab };
    const html = this.#draw({ config, head, standings }, view);
    if (html === undefined) return undefined;
    return { html, id: createHash('sha256').update(html).digest('base64url') };
  }
}
