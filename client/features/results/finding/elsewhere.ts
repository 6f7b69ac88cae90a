import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import { compareText } from '#shared/scoring/order.ts';
import type { OrderedView } from '#shared/scoring/ordered-sequence.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { type ResultsTab, isInTab } from '#shared/scoring/tabs.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { LiveField } from '#shared/forecast/live-order.ts';
import { type TabRows, listLive } from '../list-rows.ts';

export interface FoundInTab {
  readonly tab: ResultsTab;
  /** The first of them, in the order of the tab. */
  readonly rows: readonly UnrankedResult[];
  readonly count: number;
}

const MOST_SHOWN = 8;

/**
 * Runners found outside the open tab: in each race the rows that the tab does not list. So nobody is there twice, and a
 * special tab does not hide runners without a time there. `found` are the standings of the runners that match.
 */
export function findElsewhere(
  found: Standings,
  tabs: readonly ResultsTab[],
  open: ResultsTab,
  liveOf?: (event: EventCode) => LiveField,
): readonly FoundInTab[] {
  return tabs.flatMap((tab) => {
    if (tab.kind !== 'event' || tab.code === open.code) return [];
    const live = liveOf?.(tab.code);
    const onCourse = live ? listLive(found, live) : found.onCourse(tab.code);
    const all = [found.finishers(tab.code), found.dnfs(tab.code), onCourse];
    // A tab lists all of a part or nobody.
    const parts = all.filter((part) => {
      const first = part.at(0);
      return first !== undefined && !isInTab(first, open, found.courses);
    });
    const count = parts.reduce((sum, { length }) => sum + length, 0);
    return count === 0 ? [] : [{ tab, rows: takeFirst(parts, MOST_SHOWN), count }];
  });
}

/** The first `most` of several lists, one after the other. */
function takeFirst(
  parts: readonly Pick<OrderedView<UnrankedResult>, 'length' | 'at'>[],
  most: number,
): readonly UnrankedResult[] {
  const taken: UnrankedResult[] = [];
  for (const part of parts) {
    for (let index = 0; index < part.length && taken.length < most; index += 1) {
      const row = part.at(index);
      if (row) taken.push(row);
    }
  }
  return taken;
}

export function allRows({ ranked, onCourse }: TabRows): UnrankedResult[] {
  return [...ranked, ...onCourse];
}

/** A start list by name; those without one come last, by bib. */
export function byName(starters: readonly Starter[]): readonly Starter[] {
  return starters.toSorted(
    (a, b) =>
      Number(a.lastName === '') - Number(b.lastName === '') ||
      compareText(a.lastName, b.lastName) ||
      compareText(a.firstName, b.firstName) ||
      compareBibs(a.bibNumber, b.bibNumber),
  );
}

/** Numeric bibs by their numbers, the others after them by their letters. */
function compareBibs(a: string, b: string): number {
  return numberOf(a) - numberOf(b) || compareText(a, b);
}

function numberOf(bib: string): number {
  return /^\d{1,15}$/.test(bib) ? Number(bib) : Number.MAX_SAFE_INTEGER;
}
