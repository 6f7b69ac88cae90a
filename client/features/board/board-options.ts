import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import type { ResultsTab } from '#shared/scoring/tabs.ts';

/** The options in the board's address. */
export interface BoardOptions {
  readonly dwellMs: DurationMs;
  /** The codes of the tabs, in the order to show them; undefined for all. */
  readonly tabs: readonly string[] | undefined;
}

const USUAL_SECONDS = 12;
const LEAST_SECONDS = 4;
const MOST_SECONDS = 600;

/** Parses `?seconds=20&tabs=A,B`, with codes of tabs; invalid values take the defaults. */
export function readBoardOptions(search: string): BoardOptions {
  const params = new URLSearchParams(search);
  const asked = Number(params.get('seconds') || USUAL_SECONDS);
  const seconds = Number.isFinite(asked)
    ? Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, asked))
    : USUAL_SECONDS;
  const codes = (params.get('tabs') ?? '').split(',').map((code) => code.trim());
  const tabs = codes.filter((code) => code !== '');
  return { dwellMs: seconds * SECOND_MS, tabs: tabs.length > 0 ? tabs : undefined };
}

/** The requested tabs that exist; all tabs if none of them exists. */
export function pickTabs(
  tabs: readonly ResultsTab[],
  { tabs: codes }: BoardOptions,
): readonly ResultsTab[] {
  const picked = (codes ?? []).flatMap((code) =>
    tabs.filter((tab) => tab.code.toLowerCase() === code.toLowerCase()),
  );
  return picked.length > 0 ? picked : tabs;
}
