import type { ReactNode } from 'react';

import type { CalledRunner } from '#shared/control/roll-call.ts';
import type { Report } from '#shared/model/decisions.ts';
import {
  describeReport,
  nameOrganiser,
  nameSource,
  shortTime,
} from '#client/organisers/rollcall/describe-called.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { Only } from '#client/organisers/session/Only.tsx';
import { Button } from '#client/ui/Button.tsx';
import { useRaceClock } from '#client/organisers/lists/race-clock.tsx';

export interface RunnerReportsProps {
  readonly called: CalledRunner;
  /** The number shown; all by default. */
  readonly most?: number;
  /** Without it there are no buttons. */
  readonly onTakeBack?: (report: Report) => void;
}

export function RunnerReports({ called, most, onTakeBack }: RunnerReportsProps): ReactNode {
  const clock = useRaceClock();
  const { reports, runner } = called;
  if (reports.length === 0) return null;
  const place = (point: string): string => describePoint(point, clock.config, runner.event);
  return (
    <ul className={`plain-list text-m ${onTakeBack ? 'lined' : 'muted'}`} aria-label="Reports">
      {reports.slice(0, most).map((report) => (
        <li key={report.reportId} className="line">
          <span className="fills anywhere">
            <span className="bold">{shortTime(report.atMs, clock)}</span>{' '}
            {nameOrganiser(report.by, clock.config)}
            {report.saidBy ? `, from ${nameSource(report.saidBy, clock.config)}` : ''}:{' '}
            {describeReport(report, place)}
          </span>
          {onTakeBack ? (
            <Only right={report.isTimed ? 'results:edit' : 'reports:write'}>
              <Button onClick={() => onTakeBack(report)}>Take back</Button>
            </Only>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
