import type { PictureVersions } from '#shared/model/picture.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';

/** The settings as everyone may see them: all of them, by name, and which pictures go with them. */
export function presentConfig(
  { config, pictures }: { readonly config: RaceConfig; readonly pictures: PictureVersions },
  nowMs: EpochMs,
): ConfigBody {
  return {
    pageTitle: config.pageTitle,
    distances: config.distances,
    wayPoints: config.wayPoints,
    KOMs: config.KOMs,
    raceStart: config.raceStart,
    starts: { BB: config.starts.BB, PB: config.starts.PB, UB: config.starts.UB },
    timeZone: config.timeZone,
    startText: config.startText,
    timing: config.timing,
    earliestFinish: config.earliestFinish,
    closed: config.closed,
    closedEvents: {
      BB: config.closedEvents.BB,
      PB: config.closedEvents.PB,
      UB: config.closedEvents.UB,
    },
    serverTime: nowMs,
    pictures: { logo: pictures.logo, background: pictures.background },
  };
}
