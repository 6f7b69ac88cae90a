import { type ReactNode, useId } from 'react';
import type { EventCode } from '#shared/model/ids.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { RollCallCounts, RollCallState } from '#shared/scoring/whereabouts.ts';
import { findRollCallPath } from '#client/organisers/rollcall/roll-call-address.ts';
import { Link } from '#client/ui/Link.tsx';
import { shortTime, STATE_NAMES } from '#client/organisers/rollcall/describe-called.ts';
import { Guns, type GunsProps } from './Guns.tsx';
import type { PointClosing } from '#shared/control/past-cut-offs.ts';
import { describeStop } from '#client/organisers/runners/describe-last-seen.ts';
import { type RaceClock, useRaceClock } from '#client/organisers/lists/race-clock.tsx';

export interface EventBlockProps {
  readonly event: EventCode;
  readonly config: RaceConfig;
  readonly counts: RollCallCounts;
  readonly neverSeen: number;
  readonly neverSeenCheckedIn: number;
  readonly closings: readonly PointClosing[];
  readonly isNext: GunsProps['isNext'];
  readonly onStartNow: GunsProps['onStartNow'];
}

const NUMBERS = ['on-course', 'out-not-safe', 'finished', 'out-safe'] as const;
const REST = ['to-start', 'never-seen', 'did-not-start', 'withdrawn', 'no-band'] as const;
/** Shown even if there are none. */
const ALWAYS: ReadonlySet<RollCallState> = new Set(['never-seen', 'did-not-start']);

export function EventBlock(props: EventBlockProps): ReactNode {
  const { event, config, counts } = props;
  const titleId = useId();
  return (
    <section className="panel stack-6 one-column content-start" aria-labelledby={titleId}>
      <h2 id={titleId} className="row between heading anywhere">
        {labelEvent(event, config)}{' '}
        <span className="nowrap text-m font-medium text-muted">{counts.started} started</span>
      </h2>
      <ul className="plain-list grid grid-cols-2 gap-1.5 phone:grid-cols-4 tiny:grid-cols-2">
        {NUMBERS.map((state) => (
          <li key={state}>
            <Link
              className="well row between touch no-underline anywhere hovers h-full flex-nowrap gap-y-0 px-3 py-1 leading-[1.2] text-inherit data-alarm:border-alert data-alarm:bg-alert-ground data-alarm:text-alert-ink phone:grid phone:grid-cols-1 phone:content-between phone:justify-items-center phone:px-1 phone:py-1.5 phone:text-center phone:text-s"
              to={findRollCallPath(event, state)}
              data-state={state}
              data-alarm={(state === 'out-not-safe' && counts[state] > 0) || undefined}
            >
              <span>{STATE_NAMES[state]}</span>{' '}
              <strong className={state === 'on-course' ? 'text-title-xl' : 'text-title-l'}>
                {counts[state]}
              </strong>
            </Link>
          </li>
        ))}
      </ul>
      <Guns {...props} />
      <Closings {...props} />
      <Rest {...props} />
    </section>
  );
}

/** The states of those who are neither on course nor done. */
function Rest({ event, counts, neverSeen, neverSeenCheckedIn }: EventBlockProps): ReactNode {
  return (
    <ul className="plain-list flow gap-x-4 gap-y-0 text-m">
      {REST.map((state) =>
        counts[state] === 0 && !ALWAYS.has(state) ? null : (
          <li key={state}>
            <Link
              className="link no-underline min-w-11 gap-1.5 text-muted [&_strong]:text-ink"
              to={findRollCallPath(event, state)}
            >
              {state === 'did-not-start' ? 'DNS' : STATE_NAMES[state]}{' '}
              {/* One flex item, without a gap before the comma. */}
              <span>
                <strong>{state === 'never-seen' ? neverSeen : counts[state]}</strong>
                {state === 'never-seen' && neverSeenCheckedIn > 0
                  ? `, ${neverSeenCheckedIn} checked in`
                  : ''}
              </span>
            </Link>
          </li>
        ),
      )}
    </ul>
  );
}

function Closings({ event, closings }: EventBlockProps): ReactNode {
  const clock = useRaceClock();
  if (closings.length === 0) return null;
  return (
    <ul className="plain-list text-m" aria-label="Closing times">
      {closings.map((closing) => (
        <li key={closing.at}>{describeClosing(event, closing, clock)}</li>
      ))}
    </ul>
  );
}

/** `Cerrig closes 14:00`, with later starts `14:00 (last 14:30)`; `closed 14:00, nobody left before it`. */
function describeClosing(
  event: EventCode,
  { at, mainMs, untilMs, isOver, before }: PointClosing,
  clock: RaceClock,
): string {
  const name = describeStop(at, clock.config, event);
  const [many, last] = [mainMs, untilMs].map((ms) => shortTime(ms, clock));
  const ends = untilMs <= mainMs || last === many ? many : `${many} (last ${last})`;
  if (!isOver) return `${name} closes ${ends}`;
  return `${name} closed ${ends}, ${before === 0 ? 'nobody' : before} left before it`;
}
