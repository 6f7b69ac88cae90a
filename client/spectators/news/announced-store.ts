import { keepText, ofDevice, readText } from '#client/live/kept-texts.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import type { NewsPoint } from '#shared/news/passings.ts';

/** The news announced of each runner, or known when they were starred. */
export type Announced = Readonly<Record<string, readonly NewsPoint[]>>;

/** The announced news, for all tabs of a browser and for its next visit. */
export interface AnnouncedStore {
  read(): Announced;
  write(announced: Announced): void;
}

const KEY = 'splitcast.announced';

/** If the browser stores nothing, only the page remembers. */
export function openAnnouncedStore(): AnnouncedStore {
  let remembered: Announced = {};
  return {
    read() {
      const text = readText(ofDevice, KEY);
      return text === undefined ? remembered : parseAnnounced(text ?? '');
    },
    write(announced) {
      remembered = announced;
      keepText(ofDevice, KEY, JSON.stringify(announced));
    },
  };
}

function parseAnnounced(text: string): Announced {
  const entries = Object.entries(parseJsonObject(text) ?? {});
  return Object.fromEntries(
    entries.flatMap(([runnerId, points]) => (isPoints(points) ? [[runnerId, points]] : [])),
  );
}

function isPoints(value: unknown): value is readonly NewsPoint[] {
  return (
    Array.isArray(value) &&
    value.every((point) => typeof point === 'number' || point === 'finish' || point === 'out')
  );
}
