import type { EpochMs } from '#shared/model/time.ts';
import type { Head } from '#shared/wire/http-api.ts';

import type { Finding } from './check-history.ts';
import type { Span } from './history.ts';
import { type Web, WEBS } from './plan-faults.ts';

/** What else is known at the end of a race whose Redis has copies. */
export interface CopiesState {
  /** How often Redis was struck: each time another master, with another epoch, may have come of it. */
  readonly strikes: number;
  /**
   * Spans in which a master confirmed what the copy that takes over may lack: from when that one was cut off to when its
   * master died, and from when a master came back to when it knew that another one is it.
   */
  readonly gaps: readonly Span[];
  /** Whether a change was acknowledged before all copies had it. */
  readonly mayLose: boolean;
  readonly kills: readonly { readonly web: Web; readonly atMs: EpochMs }[];
}

/**
 * Judges a change that was acknowledged and is not there. A copy that took over may have lacked it, unless it was on
 * all copies when it was acknowledged.
 */
export function judgeLost(
  what: string,
  during: Span | undefined,
  { gaps, mayLose }: CopiesState,
): Finding {
  const isDocumented = mayLose && during !== undefined && isIn(gaps, during);
  return { verdict: isDocumented ? 'lost by failover' : 'lost', what };
}

/** Whether somebody stands where only instances could know it, all of which were killed since a copy got nothing more. */
export function isAhead(
  shown: Head | undefined,
  { epoch, version }: Head,
  { gaps, kills }: CopiesState,
): boolean {
  if (shown?.epoch !== epoch || shown.version <= version) return false;
  return gaps.some(({ fromMs }) =>
    WEBS.every((web) => kills.some((kill) => kill.web === web && kill.atMs >= fromMs)),
  );
}

function isIn(gaps: readonly Span[], { fromMs, toMs }: Span): boolean {
  return gaps.some((gap) => fromMs <= gap.toMs && toMs >= gap.fromMs);
}
