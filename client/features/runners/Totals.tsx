import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { memo, type ReactNode } from 'react';
import { Link } from '#client/ui/Link.tsx';

import { useMay } from '#client/organisers/session/use-session.ts';
import styles from './RegistrationPage.module.css';

export interface TotalsProps {
  readonly runners: readonly AdminRunner[];
  readonly config: RaceConfig | undefined;
}

/**
 * How many of the entered runners have their band, in all and by distance, with a link to Changes for those who may see
 * it.
 */
export const Totals = memo(function Totals({
  runners,
  config = DEFAULT_CONFIG,
}: TotalsProps): ReactNode {
  const may = useMay();
  const registered = runners.filter(
    ({ raceNumber, earlierBands = [] }) => raceNumber !== '' || earlierBands.length > 0,
  );
  const offered = listEvents(config);
  const parts = coursesOf(config).events.flatMap((event) => {
    const count = registered.filter((runner) => runner.event === event).length;
    return count > 0 || offered.includes(event) ? `${labelEvent(event, config)}: ${count}` : [];
  });
  return (
    <>
      <p className={styles.chip} title="Runners with a wristband">
        Total: {registered.length}
      </p>
      <p className={styles.chip}>{parts.join(' · ')}</p>
      <p className="text-s muted">{runners.length} entered</p>
      {may('changes:see') ? (
        <Link className={styles.changes} to="/changes">
          Changes
        </Link>
      ) : null}
    </>
  );
});
