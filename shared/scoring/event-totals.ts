import { byEvent } from '../model/event.ts';
import type { EventTotals } from '../model/result.ts';
import type { Runner } from '../model/runner.ts';
import { isWristbanded } from '../model/runner.ts';

/** Counts the wristbanded runners of each event (`totalRunners`, RULES.md MS3). */
export function countEventTotals(runners: Iterable<Runner>): EventTotals {
  const totals = byEvent(() => 0);
  for (const runner of runners) {
    if (isWristbanded(runner)) totals[runner.event] += 1;
  }
  return totals;
}
