import { byEvent } from '../model/event.ts';
import type { EventTotals } from '../model/result.ts';
import type { Runner } from '../model/runner.ts';
import { takesPart } from './override.ts';

/** Counts the runners who take part in each event (`totalRunners`, RULES.md MS3). */
export function countEventTotals(runners: Iterable<Runner>): EventTotals {
  const totals = byEvent(() => 0);
  for (const runner of runners) {
    if (takesPart(runner)) totals[runner.event] += 1;
  }
  return totals;
}
