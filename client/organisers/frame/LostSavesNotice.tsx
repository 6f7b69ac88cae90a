import type { ReactNode } from 'react';

import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Link } from '#client/ui/Link.tsx';
import { useConfig } from '../config/fetched-config.ts';
import { useLists } from '../lists/ListsProvider.tsx';
import { nameRunner } from '../runners/editor-values.ts';
import { useMay, useOrganiser } from '../session/use-session.ts';
import { describeValue, nameSetting } from '../texts/describe-setting.ts';
import { describeTimeOfDay } from '../texts/start-text.ts';
import styles from './LostSavesNotice.module.css';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';

type LostSave = Extract<Notice, { kind: 'save-lost' }>;

/** Says on every screen which saves the database lost, so that their authors enter them again (SCREENS.md SO12). */
export function LostSavesNotice(): ReactNode {
  const { missing } = useLists();
  const { data: config = DEFAULT_CONFIG } = useConfig();
  const { email } = useOrganiser();
  const may = useMay();
  const { timeZone } = config;
  const notices = missing?.notices ?? [];
  const lost = notices.filter((notice) => notice.kind === 'save-lost');
  const more = notices.find((notice) => notice.kind === 'more-saves-lost')?.count ?? 0;
  const settings = notices.filter((notice) => notice.kind === 'setting-lost');
  if (lost.length + settings.length === 0) return null;
  return (
    <div className={styles.notice}>
      <Banner kind="notice">
        <ul className="plain-list stack-8" aria-label="Saves that were lost">
          {settings.map((setting) => (
            <li key={`${setting.name} ${setting.atMs}`}>
              {describeLostSetting(setting, email, config)}{' '}
              {may('race:run') ? <Link to={ORGANISERS_SCREENS.config}>Config</Link> : null}
            </li>
          ))}
          {lost.map((save) => (
            <li key={`${save.runnerId} ${save.atMs}`}>
              {describeLostSave(save, email, timeZone)} <RunnerLink save={save} />
            </li>
          ))}
        </ul>
        {more > 0 ? <p>{more} more saves were lost.</p> : null}
      </Banner>
    </div>
  );
}

function RunnerLink({ save }: { readonly save: LostSave }): ReactNode {
  const name = nameSaved(save);
  return save.isThere ? (
    <Link
      to={`${ORGANISERS_SCREENS.registration}?runner=${encodeURIComponent(save.runnerId)}`}
      aria-label={`Open ${name}`}
    >
      Open
    </Link>
  ) : (
    <Link to={ORGANISERS_SCREENS.registration} aria-label={`Registration, to enter ${name}`}>
      Registration
    </Link>
  );
}

/** What was lost and what to do; `email` is the reader's. */
function describeLostSave(save: LostSave, email: string, timeZone: string): string {
  const lost = describeLoss(save, email, timeZone);
  return save.isDeletion
    ? `${nameSaved(save)}: the deletion that ${lost} Delete again.`
    : `${nameSaved(save)}: what ${lost} Enter it again.`;
}

function describeLostSetting(
  setting: Extract<Notice, { kind: 'setting-lost' }>,
  email: string,
  config: RaceConfig,
): string {
  const { name, value } = setting;
  const saved = value === '' ? ' (empty)' : ` (“${describeValue(name, value, config)}”)`;
  const loss = describeLoss(setting, email, config.timeZone, saved);
  return `${nameSetting(name, config)}: what ${loss} Enter it again.`;
}

function describeLoss(
  { by, atMs }: { readonly by: string; readonly atMs: EpochMs },
  email: string,
  timeZone: string,
  saved = '',
): string {
  const at = describeTimeOfDay(atMs, timeZone).slice(0, 'HH:MM'.length);
  return `${by === email ? 'you' : by} saved at ${at}${saved} was lost when the database changed over.`;
}

function nameSaved({ name, bib }: LostSave): string {
  return nameRunner({ firstName: name, lastName: '', bibNumber: bib });
}
