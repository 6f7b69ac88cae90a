import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Link } from '#client/ui/Link.tsx';
import { readConfig } from '../config/read-config.ts';
import { useLists } from '../lists/ListsProvider.tsx';
import { nameRunner } from '../runners/editor-values.ts';
import { useCalls, useOrganiser } from '../session/use-session.ts';
import { describeTimeOfDay } from '../texts/start-text.ts';
import styles from './LostSavesNotice.module.css';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';

type LostSave = Extract<Notice, { kind: 'save-lost' }>;

/** Says on every screen which saves the database lost, so that whoever made them enters them again (SCREENS.md SO12). */
export function LostSavesNotice(): ReactNode {
  const { missing } = useLists();
  const { data } = useQuery(readConfig(useCalls()));
  const { email } = useOrganiser();
  const { timeZone } = data ?? DEFAULT_CONFIG;
  const notices = missing?.notices ?? [];
  const lost = notices.filter((notice) => notice.kind === 'save-lost');
  const more = notices.find((notice) => notice.kind === 'more-saves-lost')?.count ?? 0;
  if (lost.length === 0) return null;
  return (
    <div className={styles.notice}>
      <Banner kind="notice">
        <ul aria-label="Saves that were lost">
          {lost.map((save) => (
            <li key={`${save.runnerId} ${save.atMs}`}>
              {describeLostSave(save, email, timeZone)} <WayToRunner save={save} />
            </li>
          ))}
        </ul>
        {more > 0 ? <p>{more} more saves were lost.</p> : null}
      </Banner>
    </div>
  );
}

function WayToRunner({ save }: { readonly save: LostSave }): ReactNode {
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

/** What was lost and what to do; `email` is of whoever reads it. */
function describeLostSave(save: LostSave, email: string, timeZone: string): string {
  const who = save.by === email ? 'you' : save.by;
  const at = describeTimeOfDay(save.atMs, timeZone).slice(0, 'HH:MM'.length);
  const lost = 'was lost when the database changed over.';
  return save.isDeletion
    ? `${nameSaved(save)}: the deletion that ${who} saved at ${at} ${lost} Delete again.`
    : `${nameSaved(save)}: what ${who} saved at ${at} ${lost} Enter it again.`;
}

function nameSaved({ name, bib }: LostSave): string {
  return nameRunner({ firstName: name, lastName: '', bibNumber: bib });
}
