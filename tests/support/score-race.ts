import { RaceState } from '#server/race/race-state.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Result } from '#shared/model/result.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import { type Verdict, UNASSIGNED } from '#shared/scoring/count-scans.ts';
import { presentAll } from '#shared/scoring/present-result.ts';

/** The rows of GET /api, scored from scratch. */
export function scoreRace(
  runners: Iterable<Runner>,
  scans: Iterable<Scan>,
  config: RaceConfig,
): Result[] {
  return presentAll(RaceState.of({ config, runners, scans }).standings);
}

/** The rows, the verdict on each scan, the missing runners and the unassigned bands. */
export function scoreAll(race: {
  readonly runners: readonly Runner[];
  readonly scans: readonly Scan[];
  readonly config: RaceConfig;
}) {
  const { runners, scans } = race;
  const state = RaceState.of(race);
  const verdicts = new Map(scans.map(({ scanId }): [string, Verdict] => [scanId, UNASSIGNED]));
  for (const { runnerId } of runners) {
    for (const [scanId, verdict] of state.findScored(runnerId)?.score.verdicts ?? []) {
      verdicts.set(scanId, verdict);
    }
  }
  return {
    results: presentAll(state.standings),
    verdicts,
    missing: new Set<string>(state.missing.runnerIds),
    unassigned: new Set(state.missing.listUnassigned().map(({ bandId }) => bandId)),
  };
}
