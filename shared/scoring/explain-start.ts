import type { RaceConfig } from '../model/race-config.ts';
import type { EpochMs } from '../model/time.ts';
import { findOwnGun, findWaveOf, type StartingRunner } from './own-start.ts';
import type { ScoringRules } from './scoring-rules.ts';

/** The start of a runner's time, and the reason for it (RULES.md ST14). */
export type StartReason =
  /**
   * `chip`: they were read at the start. `own`: the entry gives it. The others are the guns of all runners without
   * another.
   */
  | { readonly kind: 'own' | 'distance' | 'race' | 'chip'; readonly ms: EpochMs }
  /** The gun of a wave, by its id. */
  | { readonly kind: 'wave'; readonly ms: EpochMs; readonly wave: string }
  | { readonly kind: 'none'; readonly ms: null };

/**
 * Explains which start counts. `startMs` is the start of the time (RULES.md ST9), for a runner who is still awaited
 * their gun; null where there is none.
 */
export function explainStart(
  runner: StartingRunner,
  startMs: EpochMs | null,
  { guns, gunOf, courses }: Pick<ScoringRules, 'guns' | 'gunOf' | 'courses'>,
  { starts, timeZone }: Pick<RaceConfig, 'starts' | 'timeZone'>,
): StartReason {
  if (startMs === null) return { kind: 'none', ms: null };
  if (startMs !== gunOf(runner)) return { kind: 'chip', ms: startMs };
  const wave = findWaveOf(runner, courses);
  if (findOwnGun(runner, guns[wave?.id ?? runner.event], timeZone) !== undefined) {
    return { kind: 'own', ms: startMs };
  }
  if (wave && starts[wave.id]) return { kind: 'wave', ms: startMs, wave: wave.id };
  return { kind: starts[runner.event] ? 'distance' : 'race', ms: startMs };
}
