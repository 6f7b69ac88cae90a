import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { RunnerDecision } from '#server/race/change-runner.ts';
import { Refusal } from '#server/system/refusal.ts';
import { decideReport, decideTakeBack, type ReportedRunner } from '#server/web/report-runner.ts';
import { type Report, REPORT_KINDS } from '#shared/model/decisions.ts';
import type { Runner } from '#shared/model/runner.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...REPORT_KINDS) },
    { weight: 2, arbitrary: fc.nat({ max: 5 }) },
  ),
  { maxLength: 14 },
);

/** A runner and their reports, as in the record after each decision. */
class Reported {
  runner: Runner;
  reports: readonly Report[] = [];
  #made = 0;

  constructor(overrideTime: string) {
    this.runner = buildRunner({ firstName: 'Llŷr', overrideTime });
  }

  /** Whether it was made. */
  report(kind: Report['kind']): boolean {
    this.#made += 1;
    const { runnerId } = this.runner;
    const atMs = GUN_MS + this.#made;
    const report = { reportId: `report-${this.#made}`, runnerId, kind, atMs, enteredMs: atMs };
    return this.#take(() => decideReport(this.#found(), new Map(), { ...report, by: 'x' }));
  }

  /** The one at this place, if there is one. */
  takeBack(at: number): boolean {
    const report = this.reports[at % Math.max(1, this.reports.length)];
    if (!report) return true;
    return this.#take(() => decideTakeBack(this.#found(), report.reportId, 'unreport'));
  }

  #found(): ReportedRunner {
    const { runner, reports } = this;
    return { runner, reports };
  }

  #take(decide: () => RunnerDecision): boolean {
    try {
      const decision = decide();
      if (!('write' in decision)) throw new Error('Nothing is written');
      const { after, reports: { made = [], gone = [] } = {} } = decision.write;
      const changed = new Set([...made, ...gone].map(({ reportId }) => reportId));
      if (after) this.runner = after;
      this.reports = [...this.reports.filter(({ reportId }) => !changed.has(reportId)), ...made];
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }
}

test.each(['', 'DNS'])(
  '[RC1] after any reports and take-backs the status follows from the remaining reports, else it is that before (%j)',
  (before) => {
    fc.assert(
      fc.property(steps, (script) => {
        const one = new Reported(before);
        for (const step of script) {
          const stood = one.reports;
          const wasOut = stood.some(({ kind }) => kind === 'stopped');
          const isMade = typeof step === 'number' ? one.takeBack(step) : one.report(step);
          expect(isMade).toBe(!(step === 'withdrawn' && wasOut));
          const kinds = new Set(one.reports.map(({ kind }) => kind));
          const status = kinds.has('stopped')
            ? '00:00:01'
            : kinds.has('withdrawn')
              ? 'DNS'
              : before;
          expect(one.runner.overrideTime).toBe(status);
        }
      }),
      { numRuns: 300 },
    );
  },
);
