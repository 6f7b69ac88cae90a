import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

import { formatElapsed } from '#shared/format/format-time.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { AdminRunner, RunnerOutcome, RunnerScansBody } from '#shared/wire/runners-api.ts';
import { shortTime } from '#client/organisers/rollcall/describe-called.ts';
import { describeEntry } from '#client/organisers/runners/describe-change.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import type { RaceDay } from '#client/organisers/lists/race-clock.tsx';
import { describeOutcome } from './RunnerResult.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { useWorkspace } from './use-workspace.ts';

export interface SlipProps {
  readonly runner: AdminRunner;
  readonly body: RunnerScansBody;
  readonly outcome: RunnerOutcome;
  /** How reliable the results are; empty while the race is open. */
  readonly standing: string;
}

export function Slip({ runner, body, outcome, standing }: SlipProps): ReactNode {
  const { clock } = useWorkspace();
  const { config, nowMs } = clock;
  const described = describeOutcome(outcome, runner, config, useAllTexts());
  return createPortal(
    <div className="organisers paper" aria-hidden data-testid="slip">
      <div className="anywhere text-left w-[72mm] text-[9pt] leading-snug text-[#000] [page:slip]">
        <p className="bold">{config.pageTitle}</p>
        <p className="bold mt-[3mm] text-[13pt] leading-[1.2]">
          {runner.bibNumber} <bdi>{`${runner.firstName} ${runner.lastName}`.trim()}</bdi>
        </p>
        <p>{[describeEntry(runner, config), runner.category].filter(Boolean).join(' · ')}</p>
        {described.figure === '' ? null : (
          <p className="bold text-[24pt] leading-[1.2] tabular-nums">{described.figure}</p>
        )}
        <p>{described.status}</p>
        {described.places.map((place) => (
          <p key={place}>
            {described.placesAt === '' ? '' : `${described.placesAt}: `}
            {place}
          </p>
        ))}
        <table className="full-width my-[3mm] border-collapse tabular-nums">
          <tbody>
            {listSplits(body, runner.event, clock).map(({ name, time }) => (
              <Line key={name} name={name} time={time} />
            ))}
            {described.times.map((text) => {
              const [name = '', time = ''] = text.split(' ');
              return <Line key={text} name={name} time={time} />;
            })}
          </tbody>
        </table>
        <p className="text-[8pt]">
          {standing === '' ? 'The race is open: places may change.' : `${standing}.`} Printed{' '}
          {shortTime(nowMs, clock)}.
        </p>
      </div>
    </div>,
    document.body,
  );
}

function Line({ name, time }: { readonly name: string; readonly time: string }): ReactNode {
  const cell = 'border-b-[0.3mm] border-[#999] py-[0.6mm]';
  return (
    <tr>
      <th scope="row" className={`${cell} text-left font-regular`}>
        {name}
      </th>
      <td className={`${cell} text-right nowrap pl-[3mm]`}>{time}</td>
    </tr>
  );
}

/** The checkpoints of the course, with the time since the start. */
function listSplits(
  read: Pick<RunnerScansBody, 'scans' | 'outcome'>,
  event: EventCode,
  { config }: RaceDay,
): readonly { readonly name: string; readonly time: string }[] {
  const startMs = read.outcome?.startMs ?? undefined;
  return coursesOf(config)
    .visitsOf(event)
    .map(({ code }) => {
      const scan = read.scans.find(({ countedAt }) => countedAt.includes(code));
      const isTimed = scan !== undefined && startMs !== undefined;
      return {
        name: describePoint(code, config, event),
        time: isTimed ? formatElapsed(scan.timeMs - startMs) : '–',
      };
    });
}
