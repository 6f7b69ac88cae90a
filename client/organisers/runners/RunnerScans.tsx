import type { RaceConfig } from '#shared/model/race-config.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { parseOverride } from '#shared/scoring/override.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';

import { useCalls, useSession } from '../session/use-session.ts';
import { describePlace, describeVerdict } from './describe-scan.ts';
import { describeTime } from './describe-sight.ts';
import { readScans } from './read-scans.ts';
import styles from './RunnerHistory.module.css';
import { useToday } from './use-today.ts';

export interface RunnerScansProps {
  readonly runner: AdminRunner;
  readonly config: RaceConfig | undefined;
}

/** On demand, every scan of the runner and what became of it (SCREENS.md SG12). */
export function RunnerScans({ runner, config }: RunnerScansProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={styles.history}
      onToggle={(event) => {
        setIsOpen(event.currentTarget.open);
      }}
    >
      <summary className={styles.summary}>
        <u>Scans</u>
      </summary>
      {isOpen ? <ScanList runner={runner} config={config} /> : null}
    </details>
  );
}

function ScanList({ runner, config = DEFAULT_CONFIG }: RunnerScansProps): ReactNode {
  const { runnerId, rev, event, overrideLime } = runner;
  const calls = useCalls();
  const isSignedIn = useSession().kind === 'signed-in';
  const today = useToday(config.timeZone);
  const { data, error } = useQuery({
    queryKey: ['scans', runnerId, rev],
    queryFn: () => readScans(calls, runnerId),
    refetchInterval: isSignedIn && ADMIN_POLL_MS,
    placeholderData: keepPreviousData,
  });
  if (!data) {
    return (
      <p className={styles.summary}>
        {error ? 'The scans cannot be read just now.' : 'Loading...'}
      </p>
    );
  }
  if (data.scans.length === 0) return <p className={styles.summary}>No scans.</p>;
  const isOverridden = parseOverride(overrideLime)?.kind === 'total';
  return (
    // Focusable, so that the keyboard can scroll it where it is cut.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.entries} tabIndex={0} aria-label="Scans">
      <ol className={styles.scans}>
        {data.scans.map((scan) => {
          const { timeMs, points, source } = scan;
          return (
            <li
              key={`${timeMs} ${points.join(',')} ${source} ${scan.bandID ?? ''}`}
              className={styles.scan}
            >
              <time dateTime={scan.time}>{describeTime(timeMs, config.timeZone, today)}</time>
              <span>{describePlace(points, event, config)}</span>
              <span className={styles.when}>
                {scan.bandID === undefined ? source : `${source}, earlier band ${scan.bandID}`}
              </span>
              <span>{describeVerdict(scan, data.status, isOverridden, config)}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
