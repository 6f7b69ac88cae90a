import { coursesOf } from '#shared/model/courses.ts';
import { publicSetup } from '#shared/model/race-setup.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { PictureVersions, RaceConfig } from '#shared/model/race-config.ts';
import {
  findSetting,
  keysOf,
  PUBLIC_SETTINGS,
  SETTING_NAMES,
  type SettingName,
} from '#shared/model/settings.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { OrganisersConfigBody } from '#shared/wire/config-api.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';

export interface Presentable {
  readonly config: RaceConfig;
  readonly pictures: PictureVersions;
  readonly massStarts?: readonly EventCode[];
  readonly pastRaces?: number;
}

/** The settings that everyone may see (RULES.md RD5), and the versions of the pictures. */
export function presentConfig(from: Presentable, nowMs: EpochMs): ConfigBody {
  const { config, massStarts = [], pastRaces = 0 } = from;
  return {
    ...present(from, PUBLIC_SETTINGS, nowMs),
    setup: publicSetup(config.setup),
    ...(massStarts.length > 0 && { massStarts: [...massStarts] }),
    ...(pastRaces > 0 && { pastRaces }),
  };
}

/** The same for organisers, who see all settings. */
export function presentOrganisersConfig(from: Presentable, nowMs: EpochMs): OrganisersConfigBody {
  return present(from, SETTING_NAMES, nowMs);
}

/** Only named settings are included (RL4): anything else in the record is for nobody. */
function present<Name extends SettingName>(
  { config, pictures }: Presentable,
  names: readonly Name[],
  serverTime: EpochMs,
): Pick<RaceConfig, Name> & Pick<ConfigBody, 'serverTime' | 'pictures'> {
  const courses = coursesOf(config);
  const settings = Object.fromEntries(
    names.map((name) => {
      const [setting, value] = [findSetting(name), config[name]];
      if (typeof value !== 'object') return [name, value];
      const keys = keysOf(setting, courses);
      return [name, Object.fromEntries(keys.map((key) => [key, value[key] ?? setting.initial]))];
    }),
  );
  return {
    ...(settings as Pick<RaceConfig, Name>),
    serverTime,
    pictures: { logo: pictures.logo, background: pictures.background },
  };
}
