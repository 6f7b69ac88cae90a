import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import type { ResultsTab } from '#shared/scoring/tabs.ts';

/** What the address asks of the board (SCREENS.md BD2). */
export interface BoardOptions {
  /** How long a page of it stays. */
  readonly dwellMs: DurationMs;
  /** The codes of the tabs in the order in which they are shown; undefined for all of them. */
  readonly tabs: readonly string[] | undefined;
}

const USUAL_SECONDS = 12;
/** Shorter nobody can read, longer nobody waits for. */
const LEAST_SECONDS = 4;
const MOST_SECONDS = 600;

/** Reads `?seconds=20&tabs=A,B` with codes of tabs; what cannot be read is as usual. */
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

/** The tabs that the board shows. Where none of those asked for is there, all are. */
export function pickTabs(
  tabs: readonly ResultsTab[],
  { tabs: codes }: BoardOptions,
): readonly ResultsTab[] {
  const picked = (codes ?? []).flatMap((code) =>
    tabs.filter((tab) => tab.code.toLowerCase() === code.toLowerCase()),
  );
  return picked.length > 0 ? picked : tabs;
}
