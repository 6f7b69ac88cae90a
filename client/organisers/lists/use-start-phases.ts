import { useMemo } from 'react';

import type { RaceConfig } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { findStartPhases, type StartPhase } from '#shared/scoring/start-phase.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { useLists } from './ListsProvider.tsx';

/** The start phase of a runner without reads (RULES.md ST11, ST12). The function changes only with somebody’s phase. */
export function useStartPhases(
  config: RaceConfig,
  nowMs: EpochMs,
): (runner: AdminRunner) => StartPhase {
  const { everyone, missing } = useLists();
  const massStarts = missing?.massStarts.join() ?? '';
  const rules = useMemo(() => scoringRulesOf(config), [config]);
  /** Each moment at which it may change. */
  const guns = useMemo(() => {
    const { waves } = rules.courses.setup;
    const own = everyone.filter(({ ownStart }) => waves.length > 0 || ownStart);
    return [...new Set([...Object.values(rules.guns), ...own.map(rules.gunOf)])];
  }, [everyone, rules]);
  let lastMs = -Infinity;
  for (const gunMs of guns) {
    if (gunMs !== undefined && gunMs <= nowMs) lastMs = Math.max(lastMs, gunMs);
  }
  const { closed, closedEvents } = config;
  return useMemo(() => {
    const settings = { massStarts: massStarts.split(','), closed, closedEvents };
    return findStartPhases(settings, rules, lastMs);
  }, [massStarts, closed, closedEvents, rules, lastMs]);
}
