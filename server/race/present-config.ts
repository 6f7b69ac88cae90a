import { coursesOf } from '#shared/model/courses.ts';
import { publicSetup } from '#shared/model/race-setup.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { PictureVersions, RaceConfig } from '#shared/model/race-config.ts';
import { findSetting, keysOf, SETTING_NAMES } from '#shared/model/settings.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';

interface Presentable {
  readonly config: RaceConfig;
  readonly pictures: PictureVersions;
  readonly massStarts?: readonly EventCode[];
  readonly pastRaces?: number;
  readonly isCorrected?: boolean;
}

/** The public settings (RULES.md RD5), and the versions of the pictures. */
export function presentConfig(from: Presentable, nowMs: EpochMs): ConfigBody {
  const { config, pastRaces = 0, isCorrected = false } = from;
  return {
    ...presentOrganisersConfig(from, nowMs),
    setup: publicSetup(config.setup),
    ...(pastRaces > 0 && { pastRaces }),
    ...(isCorrected && { isCorrected }),
  };
}

/** The settings for organisers, with the whole setup. Only known settings are included (RL4). */
export function presentOrganisersConfig(
  { config, pictures, massStarts = [] }: Presentable,
  serverTime: EpochMs,
): ConfigBody {
  const courses = coursesOf(config);
  const settings = Object.fromEntries(
    SETTING_NAMES.map((name) => {
      const [setting, value] = [findSetting(name), config[name]];
      if (typeof value !== 'object') return [name, value];
      const keys = keysOf(setting, courses);
      return [name, Object.fromEntries(keys.map((key) => [key, value[key] ?? setting.initial]))];
    }),
  );
  return {
    ...(settings as RaceConfig),
    ...(massStarts.length > 0 && { massStarts }),
    serverTime,
    pictures: { logo: pictures.logo, background: pictures.background },
  };
}
