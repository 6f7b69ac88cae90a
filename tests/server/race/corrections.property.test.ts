import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { RaceContent } from '#server/race/race-records.ts';
import { RaceState } from '#server/race/race-state.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { Correction, Report } from '#shared/model/decisions.ts';
import { asRunnerId, type RunnerId } from '#shared/model/ids.ts';
import type { Scan } from '#shared/model/scan.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { compareText } from '#shared/scoring/order.ts';
import { handReadOf } from '#shared/scoring/replaced-reads.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';
import {
  type CorrectionStep,
  correctionSteps,
  makeRight,
} from '#tests/scoring/random-corrections.ts';
import { ChangingRace, scripts } from '#tests/support/random-changes.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

const RUNS = { numRuns: 60 };

/** A time by hand, or its removal. */
const hands = fc.record({
  id: fc.nat({ max: 9 }),
  runner: fc.nat({ max: 6 }),
  point: fc.constantFrom(...USUAL_COURSES.points),
  afterMs: fc
    .tuple(fc.integer({ min: -10, max: 50 }), fc.constantFrom(0, SECOND_MS, -10 * SECOND_MS))
    .map(([minutes, ms]) => minutes * MINUTE_MS + ms),
  isGone: fc.boolean(),
});

/** The events of a race, with corrections and times by hand between them. */
const correctedScripts = scripts.chain((script) => {
  const scans = script.flatMap((step) => (step.kind === 'scans' ? step.scans : []));
  const decided = fc.array(fc.array(correctionSteps(scans), { maxLength: 2 }), {
    minLength: script.length,
    maxLength: script.length,
  });
  const pressed = fc.array(fc.option(hands), {
    minLength: script.length,
    maxLength: script.length,
  });
  return fc
    .tuple(decided, pressed)
    .map(([steps, times]) =>
      script.map((step, at) => [step, steps[at] ?? [], times[at] ?? undefined] as const),
    );
});

/** The present corrections. */
class Decided {
  readonly #all = new Map<string, Correction>();

  take(step: CorrectionStep): ChangeOp {
    if (step.kind === 'undo') {
      this.#all.delete(step.correctionId);
      return { op: 'delete-correction', correctionId: step.correctionId };
    }
    this.#all.set(step.correction.correctionId, step.correction);
    return { op: 'put-correction', correction: step.correction };
  }

  get all(): Correction[] {
    return [...this.#all.values()];
  }
}

/** The present times by hand; the deletion of a runner removes them. */
class Timed {
  readonly #all = new Map<string, Report>();

  take(step: typeof hands extends fc.Arbitrary<infer Step> ? Step | undefined : never): ChangeOp[] {
    if (!step) return [];
    const reportId = `report-${step.id}`;
    const known = this.#all.get(reportId);
    if (known) return step.isGone ? [this.#remove(known)] : [];
    const report: Report = {
      reportId,
      runnerId: asRunnerId(`runner-${step.runner}`),
      kind: 'seen',
      point: step.point,
      atMs: GUN_MS + step.afterMs,
      isTimed: true,
      enteredMs: GUN_MS,
      by: 'Siân, marshal at finish',
    };
    this.#all.set(reportId, report);
    return [{ op: 'put-report', report }];
  }

  follow(ops: readonly ChangeOp[]): ChangeOp[] {
    const gone = new Set<RunnerId>();
    for (const op of ops) if (op.op === 'delete-runner') gone.add(op.runnerId);
    const its = this.all.filter(({ runnerId }) => gone.has(runnerId));
    return [...ops, ...its.map((report) => this.#remove(report))];
  }

  get all(): Report[] {
    return [...this.#all.values()];
  }

  get reads(): Scan[] {
    return this.all.flatMap((report) => handReadOf(report) ?? []);
  }

  #remove({ reportId, runnerId }: Report): ChangeOp {
    this.#all.delete(reportId);
    return { op: 'delete-report', runnerId, reportId };
  }
}

function byId(a: Scan, b: Scan): number {
  return compareText(a.scanId, b.scanId);
}

/** Everything shown of a race, independent of its history. */
function show(state: RaceState) {
  const { standings, missing, toCheck, scanCount, massStarts, reads, timedByHand } = state;
  return {
    results: presentAll(standings),
    totals: standings.totals,
    missing: [...missing.runnerIds].toSorted(compareText),
    lastSeen: Array.from(
      missing.runnerIds,
      (id) => [id, missing.findLastSeen(id)] as const,
    ).toSorted(([a], [b]) => compareText(a, b)),
    outs: [...missing.listOutsSeen()].toSorted(([a], [b]) => compareText(a, b)),
    timedByHand: [...timedByHand].toSorted(([a], [b]) => compareText(a, b)),
    finishedDnfs: missing.listFinishedDnfs(),
    unassigned: missing.listUnassigned(),
    toCheck,
    scanCount,
    massStarts,
    asRead: [...reads.listAsRead()].toSorted(byId),
    corrections: reads.corrections.all,
  };
}

test('[CR5 HT1 HT7 OV10 PR1] a race with corrected reads equals a freshly loaded one after every change', () => {
  fc.assert(
    fc.property(correctedScripts, (script) => {
      const [changing, decided, timed] = [new ChangingRace(), new Decided(), new Timed()];
      const { config, runners } = changing;
      const state = RaceState.of({ config, runners, scans: [] });
      const check = (): void => {
        const content: RaceContent = {
          config: changing.config,
          runners: changing.runners,
          scans: changing.scans.values(),
          corrections: decided.all,
          reports: timed.all,
        };
        const now = show(state);
        expect(now).toEqual(show(RaceState.of(content)));
        const right = makeRight([...changing.scans.values(), ...timed.reads], decided.all);
        const asIfRight = { ...content, scans: right, corrections: [], reports: [] };
        const { results, unassigned } = show(RaceState.of(asIfRight));
        expect(now).toMatchObject({ results, unassigned });
      };
      for (const [step, corrections, hand] of script) {
        state.apply(timed.follow(changing.take(step)));
        state.apply(timed.take(hand));
        check();
        for (const one of corrections) {
          state.apply([decided.take(one)]);
          check();
        }
      }
    }),
    RUNS,
  );
});
