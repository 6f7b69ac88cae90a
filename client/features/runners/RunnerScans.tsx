import { parseOverride } from '#shared/model/typed-words.ts';
import { type RaceConfig, DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { AdminRunner, RunnerScan, RunnerScansBody } from '#shared/wire/runners-api.ts';
import { type ReactNode, useState } from 'react';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import { Link } from '#client/ui/Link.tsx';
import {
  describeTime,
  useToday,
  describePoint,
} from '#client/organisers/runners/describe-last-seen.ts';
import { useRunnerScans } from '#client/organisers/runners/use-runner-scans.ts';
import styles from './RunnerHistory.module.css';
import type { EventCode } from '#shared/model/event.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { REASONS } from '#client/organisers/reads/describe-read.ts';

/** The place of the mat, in the words of the race: `Carn Ingli`, `Start + Finish`. */
export function describePlace(
  points: readonly TimePoint[],
  event: EventCode,
  config: RaceConfig,
): string {
  return points.map((point) => describePoint(point, config, event)).join(' + ');
}

/** The verdict of a scan, in words. A finish does not count where a DNF or an override replaces it. */
export function describeVerdict(
  { verdict, countedAt, points }: Pick<RunnerScan, 'verdict' | 'countedAt' | 'points'>,
  status: RunnerScansBody['status'],
  isOverridden: boolean,
  config: RaceConfig,
): string {
  if (verdict !== 'counted') return `not counted: ${REASONS[verdict]}`;
  if (countedAt.includes('finish')) {
    if (status === 'dnf') return 'not counted: runner is out (DNF)';
    if (isOverridden) return 'not counted: the override time is used';
  }
  if (points.length === 1) return 'counted';
  return `counted as ${countedAt.map((point) => describePoint(point, config)).join(' + ')}`;
}

export interface RunnerScansProps {
  readonly runner: AdminRunner;
  readonly config: RaceConfig | undefined;
}

/** On demand, every scan of the runner with its verdict. */
export function RunnerScans({ runner, config }: RunnerScansProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={`${styles.history} shrinks`}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className={`${styles.opener} opener text-s muted anywhere`}>
        <u>Scans</u>
      </summary>
      {isOpen ? <ScanList runner={runner} config={config} /> : null}
    </details>
  );
}

function ScanList({ runner, config = DEFAULT_CONFIG }: RunnerScansProps): ReactNode {
  const { event, overrideLime } = runner;
  const today = useToday(config.timeZone);
  const { data, error } = useRunnerScans(runner);
  if (!data) {
    return (
      <p className="text-s muted anywhere">
        {error ? 'The scans are unavailable right now.' : 'Loading...'}
      </p>
    );
  }
  if (data.scans.length === 0) return <p className="text-s muted anywhere">No scans.</p>;
  const isOverridden = parseOverride(overrideLime)?.kind === 'total';
  return (
    // Focusable, so that the keyboard can scroll it where it is cut off.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.entries} tabIndex={0} aria-label="Scans">
      <ol className={`${styles.scans} plain-list lined`}>
        {data.scans.map((scan) => {
          const { timeMs, points, source } = scan;
          return (
            <li
              key={`${timeMs} ${points.join(',')} ${source} ${scan.bandID ?? ''}`}
              className={styles.scan}
            >
              <time dateTime={scan.time}>{describeTime(timeMs, config.timeZone, today)}</time>
              <span>{describePlace(points, event, config)}</span>
              <span className="muted">
                {source}
                {scan.isByHand ? ', by hand' : null}
                {scan.bandID === undefined ? null : `, earlier band ${scan.bandID}`}
              </span>
              <span>{describeVerdict(scan, data.status, isOverridden, config)}</span>
            </li>
          );
        })}
      </ol>
      {runner.raceNumber === '' ? null : (
        <p className="text-s">
          <Link to={`${ORGANISERS_SCREENS.reads}?find=${runner.raceNumber}`}>
            All reads of band {runner.raceNumber}
          </Link>
        </p>
      )}
    </section>
  );
}
