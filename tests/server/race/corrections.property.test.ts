import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { LiveRace } from '#server/race/live-race.ts';
import { type RaceContent, RaceState } from '#server/race/race-state.ts';
import type { Correction } from '#shared/model/correction.ts';
import type { Scan } from '#shared/model/scan.ts';
import { compareText } from '#shared/scoring/compare-text.ts';
import { scoreRace } from '#shared/scoring/score-race.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';
import { presentAll } from '#shared/scoring/present-standings.ts';
import {
  type CorrectionStep,
  correctionSteps,
  makeRight,
} from '#tests/scoring/random-corrections.ts';
import { ChangingRace, scripts } from '#tests/support/random-changes.ts';
import { Replica } from '#tests/support/viewer.ts';

const EPOCH = 'epoch';
const RUNS = { numRuns: 60 };

/** What happens to a race, and what is decided about its reads before, between and after. */
const correctedScripts = scripts.chain((script) => {
  const scans = script.flatMap((step) => (step.kind === 'scans' ? step.scans : []));
  const decided = fc.array(fc.array(correctionSteps(scans), { maxLength: 2 }), {
    minLength: script.length,
    maxLength: script.length,
  });
  return decided.map((steps) => script.map((step, at) => [step, steps[at] ?? []] as const));
});

/** The corrections that stand. */
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

function byId(a: Scan, b: Scan): number {
  return compareText(a.scanId, b.scanId);
}

/** All that is said of a race, but for what depends on how it came about. */
function show(state: RaceState) {
  const { standings, missing, toCheck, scanCount, massStarts, reads } = state;
  return {
    results: presentAll(standings),
    totals: standings.totals,
    missing: [...missing.runnerIds].toSorted(compareText),
    lastSeen: Array.from(
      missing.runnerIds,
      (id) => [id, missing.findLastSeen(id)] as const,
    ).toSorted(([a], [b]) => compareText(a, b)),
    finishedDnfs: missing.listFinishedDnfs(),
    unassigned: missing.listUnassigned(),
    toCheck,
    scanCount,
    massStarts,
    asRead: [...reads.listAsRead()].toSorted(byId),
    corrections: reads.corrections.all,
  };
}

test('[CR5 PR2] a race whose reads are corrected meanwhile says after every change what it says loaded anew', () => {
  fc.assert(
    fc.property(correctedScripts, (script) => {
      const [changing, decided] = [new ChangingRace(), new Decided()];
      const { config, runners } = changing;
      const state = RaceState.of({ config, runners, scans: [] });
      const check = (): void => {
        const content: RaceContent = {
          config: changing.config,
          runners: changing.runners,
          scans: changing.scans.values(),
          corrections: decided.all,
        };
        const now = show(state);
        expect(now).toEqual(show(RaceState.of(content)));
        const right = makeRight([...changing.scans.values()], decided.all);
        expect(now.results).toEqual(scoreRace(changing.runners, right, changing.config));
        const { unassigned } = show(RaceState.of({ ...content, scans: right, corrections: [] }));
        expect(now.unassigned).toEqual(unassigned);
      };
      for (const [step, corrections] of script) {
        state.apply(changing.take(step));
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

test('[CR5 PR8] whoever watches is told by deltas alone what corrections make of the results', () => {
  fc.assert(
    fc.property(correctedScripts, (script) => {
      const [changing, decided] = [new ChangingRace(), new Decided()];
      const { config, runners } = changing;
      const race = new LiveRace();
      race.load({ epoch: EPOCH, version: 0 }, { config, runners, scans: [] });
      const present = () => ({
        runners: { data: presentAll(race.standings) },
        ...race.head,
        serverTime: 0,
        totals: race.standings.totals,
      });
      const replica = new Replica(present());
      for (const [step, corrections] of script) {
        const ops = [...changing.take(step), ...corrections.map((one) => decided.take(one))];
        const { version } = race.head;
        race.apply({ epoch: EPOCH, version: version + 1, ops });
        const delta = race.findDelta({ epoch: EPOCH, version });
        if (!delta) throw new Error('The way from there is not known any more.');
        replica.take(delta);
        expect({ ...replica.present(), serverTime: 0 }).toEqual(present());
      }
    }),
    RUNS,
  );
});
