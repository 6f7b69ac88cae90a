import { createStore, update } from 'idb-keyval';
import type { NewsPoint } from '#shared/news/passings.ts';

/** What was announced of each runner, or known when they were starred. */
export type Announced = Readonly<Record<string, readonly NewsPoint[]>>;

/** Where all tabs of a browser together keep what was announced. */
export interface AnnouncedStore {
  /** Replaces what is kept; no other tab comes in between. Never rejects. */
  change(make: (announced: Announced) => Announced): Promise<void>;
}

const NAME = 'splitcast.news';
const KEY = 'told';

/** In IndexedDB, which alone has transactions without HTTPS. Where it is blocked only the page remembers. */
export function openAnnouncedStore(): AnnouncedStore {
  const database = createStore(NAME, NAME);
  let remembered: Announced = {};
  return {
    change: async (make) => {
      try {
        await update<unknown>(KEY, (kept) => (remembered = make(parseAnnounced(kept))), database);
      } catch {
        // Site data is blocked, or the disk is full.
        remembered = make(remembered);
      }
    },
  };
}

function parseAnnounced(value: unknown): Announced {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, points]) => isPoints(points)));
}

function isPoints(value: unknown): value is readonly NewsPoint[] {
  return (
    Array.isArray(value) &&
    value.every((point) => typeof point === 'number' || point === 'finish' || point === 'out')
  );
}
