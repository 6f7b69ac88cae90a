import type { Logger } from '#server/observe/logger.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { RecordUpkeep } from '#server/store/repair-record.ts';
import type { BandId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Notice } from '#shared/wire/missing-api.ts';

/** There are none, or damage made one or two. */
const MOST_LISTED = 20;

interface SharedBandsParts {
  readonly race: LiveRace;
  readonly store: { readonly upkeep: Pick<RecordUpkeep, 'renewBands'> };
  readonly logger: Logger;
}

type SharedBand = Extract<Notice, { kind: 'problem' }>;

/** Notices of wristbands that two runners wear: no save does that, but damage of Redis's file may (FEED.md CF34). */
export class SharedBands {
  readonly #parts: SharedBandsParts;
  #notices: readonly SharedBand[] = [];
  /** Of the runners that were looked through: they are many, and change seldom. */
  #known = '';

  constructor(parts: SharedBandsParts) {
    this.#parts = parts;
  }

  list(): readonly Notice[] {
    return this.#notices;
  }

  /** Looks whether there are any, if the runners have changed; where Redis is away meanwhile, once more the next time. */
  async look(): Promise<void> {
    const { race, store, logger } = this.#parts;
    const known = `${race.head.epoch} ${race.runnersVersion}`;
    if (known === this.#known) return;
    const found = findSharedBands(race.listRunners());
    const texts = new Set(found.map(({ text }) => text));
    try {
      // From whom one was taken may have taken it out of the index, which then leads to nobody.
      if (this.#notices.some(({ text }) => !texts.has(text))) await store.upkeep.renewBands();
      this.#notices = found;
      this.#known = known;
    } catch (error) {
      logger.warn({ err: error }, 'The index of wristbands is to be made anew, and cannot be');
    }
  }
}

function findSharedBands(runners: Iterable<Runner>): readonly SharedBand[] {
  const wearers = new Map<BandId, Runner>();
  const notices: SharedBand[] = [];
  for (const runner of runners) {
    if (runner.bandId === undefined || notices.length >= MOST_LISTED) continue;
    const first = wearers.get(runner.bandId);
    wearers.set(runner.bandId, first ?? runner);
    if (!first) continue;
    const both = [first, runner].map(nameRunner).toSorted().join(' and ');
    const text =
      `${both} both wear the wristband ${runner.bandId}, and its reads count for both: ` +
      'take it from who does not have it.';
    notices.push({ kind: 'problem', text });
  }
  return notices;
}

function nameRunner({ firstName, lastName, bibNumber }: Runner): string {
  return `${firstName} ${lastName} (bib ${bibNumber || 'none'})`.trim();
}
