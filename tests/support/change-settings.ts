import { planConfig } from '#server/race/change-config.ts';
import { changeRace } from '#server/race/change-race.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';

export async function changeSettings(
  store: RaceStore,
  change: (now: RaceConfig) => RaceConfig,
  by: string,
): Promise<void> {
  await changeRace({ store }, (race) => ({
    answer: undefined,
    plan: planConfig(race, change(race.config), by),
  }));
}
