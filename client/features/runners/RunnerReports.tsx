import type { ReactNode } from 'react';

import type { CalledRunner } from '#shared/control/roll-call.ts';
import type { Report } from '#shared/model/report.ts';
import { Button } from '#client/ui/Button.tsx';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { Only } from '#client/organisers/session/Only.tsx';
import { useMay } from '#client/organisers/session/use-session.ts';
import {
  describeReport,
  nameOrganiser,
  type RollCallClock,
  shortTime,
} from '#client/organisers/rollcall/describe-called.ts';
import styles from './RunnerReports.module.css';

export interface RunnerReportsProps {
  readonly called: CalledRunner;
  readonly clock: RollCallClock;
  readonly onTakeBack: (report: Report) => void;
}

/** Reports in view without a press. */
const FIRST = 2;

/** The reports of a runner, the latest first; each can be taken back. */
export function RunnerReports({ called, clock, onTakeBack }: RunnerReportsProps): ReactNode {
  const { reports, runner } = called;
  const may = useMay();
  if (reports.length === 0) return null;
  const say = (report: Report): ReactNode => {
    const by = report.saidBy
      ? `${nameOrganiser(report.by)}, from ${report.saidBy}`
      : nameOrganiser(report.by);
    return (
      <>
        <span className="bold">{shortTime(report.atMs, clock)}</span> {by}:{' '}
        {describeReport(report, (point) => describePoint(point, clock.config, runner.event))}
      </>
    );
  };
  return (
    <div className={styles.reports}>
      <ul className="plain-list">
        {reports.slice(0, FIRST).map((report) => (
          <li key={report.reportId} className="anywhere">
            {say(report)}
          </li>
        ))}
      </ul>
      <details hidden={!may('reports:write') && reports.length <= FIRST}>
        <summary className={styles.summary}>
          {reports.length === 1 ? 'Take it back…' : `All ${reports.length} reports…`}
        </summary>
        <ul className="plain-list lined">
          {reports.map((report) => (
            <li key={report.reportId} className={styles.report}>
              <span className="fills anywhere">{say(report)}</span>
              <Only right={report.isTimed ? 'results:edit' : 'reports:write'}>
                <Button onClick={() => onTakeBack(report)}>Take back</Button>
              </Only>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
