import { describeStateBriefly } from '#shared/format/describe-results-state.ts';
import { type StartClock, describeStartClock } from '#client/spectators/start-clock.ts';
import { formatRaceClock } from '#shared/format/format-time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { findFirstGun } from '#shared/scoring/tabs.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';

export interface RaceClock {
  readonly label: string;
  readonly text: string;
  /** Whether the text is a running clock. */
  readonly isRunning: boolean;
}

/** The clocks of the races: races with the same gun share one, under all their names. */
export function listRaceClocks(
  races: readonly EventCode[],
  config: RaceConfig,
  nowMs: EpochMs,
  texts: AllTexts,
): readonly RaceClock[] {
  const { timeZone } = config;
  const groups = new Map<string, { clock: Omit<RaceClock, 'label'>; names: string[] }>();
  for (const event of races) {
    const gunMs = findFirstGun(event, config);
    const closing = describeStateBriefly([event], config, nowMs, texts);
    const key = closing || String(gunMs);
    const group = groups.get(key) ?? { clock: describe(gunMs, closing), names: [] };
    group.names.push(labelEvent(event, config));
    groups.set(key, group);
  }
  return [...groups.values()].map(({ clock: { text, isRunning }, names }) => {
    return { label: names.join(', '), text, isRunning };
  });

  function describe(gunMs: EpochMs | undefined, closing: string): Omit<RaceClock, 'label'> {
    if (gunMs !== undefined && closing === '' && nowMs >= gunMs) {
      return { text: formatRaceClock(nowMs - gunMs), isRunning: true };
    }
    const clock = describeStartClock(gunMs, nowMs, { timeZone, texts, closing });
    return { text: describeStill(clock, texts), isRunning: false };
  }
}

/** Before the gun the countdown has its label in the text: next to race clocks it would be mistaken for one. */
function describeStill(clock: StartClock, texts: AllTexts): string {
  if (clock.kind === 'running') return clock.label + clock.time;
  return clock.kind === 'text' ? clock.text : texts.clock.noStart;
}
