import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

import type { AdminRunner, RunnerOutcome, RunnerScansBody } from '#shared/wire/runners-api.ts';
import { type RollCallClock, shortTime } from '#client/organisers/rollcall/describe-called.ts';
import { describeEntry } from '#client/organisers/runners/describe-change.ts';
import { describeOutcome } from './RunnerResult.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { listSplits } from './describe-reads.ts';
import styles from './Slip.module.css';

export interface SlipProps {
  readonly runner: AdminRunner;
  readonly body: RunnerScansBody;
  readonly outcome: RunnerOutcome;
  readonly clock: RollCallClock;
  /** How reliable the results are; empty while the race is open. */
  readonly standing: string;
}

/** The slip that the desk prints for the runner, 80 mm wide and alone on its paper. */
export function Slip({ runner, body, outcome, clock, standing }: SlipProps): ReactNode {
  const { config, nowMs } = clock;
  const described = describeOutcome(outcome, runner, config, useAllTexts());
  return createPortal(
    <div className={styles.slip} aria-hidden data-testid="slip">
      <p className={styles.race}>{config.pageTitle}</p>
      <p className={styles.name}>
        {runner.bibNumber} <bdi>{`${runner.firstName} ${runner.lastName}`.trim()}</bdi>
      </p>
      <p>{[describeEntry(runner, config), runner.category].filter(Boolean).join(' · ')}</p>
      {described.figure === '' ? null : <p className={styles.figure}>{described.figure}</p>}
      <p>{described.status}</p>
      {described.places.map((place) => (
        <p key={place}>
          {described.placesAt === '' ? '' : `${described.placesAt}: `}
          {place}
        </p>
      ))}
      <table className={styles.splits}>
        <tbody>
          {listSplits(body, runner.event, clock).map(({ name, time }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{time}</td>
            </tr>
          ))}
          {described.times.map((time) => (
            <tr key={time}>
              <th scope="row">{time.split(' ')[0]}</th>
              <td>{time.split(' ')[1]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.foot}>
        {standing === '' ? 'The race is open: places may change.' : `${standing}.`} Printed{' '}
        {shortTime(nowMs, clock)}.
      </p>
    </div>,
    document.body,
  );
}
