import type { ReactNode } from 'react';

import { labelEvent } from '#shared/format/label-event.ts';
import { type CalledRunner, type EventRollCall, isByGunAlone } from '#shared/control/roll-call.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { usePrintedMs } from '#client/ui/use-printed-range.ts';
import {
  describeLast,
  describeReport,
  nameOrganiser,
  shortTime,
  STATE_NAMES,
} from '#client/organisers/rollcall/describe-called.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { useWorkspace } from '../use-workspace.ts';
import { groupRunners } from './roll-call-view.ts';
import type { RaceClock } from '#client/organisers/lists/race-clock.tsx';

export interface RollCallPaperProps {
  readonly events: readonly EventRollCall[];
}

/** More would stop the browser for seconds. */
const MOST_PRINTED = 5_000;
const HEADS = ['Bib', 'Name', 'Last seen', 'Phone', 'Emergency contact', 'Last report', 'Here'];
const ON_PAPER = ['out-not-safe', 'on-course', 'never-seen'] as const;
const COUNTED = [
  ...(['finished', 'out-safe', 'out-not-safe', 'on-course'] as const),
  ...(['to-start', 'never-seen', 'did-not-start', 'withdrawn', 'no-band'] as const),
];

/** Everybody to look for, whatever the screen shows; rendered only for printing. */
export function RollCallPaper(props: RollCallPaperProps): ReactNode {
  return usePrintedMs() === undefined ? null : <Paper {...props} />;
}

function Paper({ events }: RollCallPaperProps): ReactNode {
  const { clock } = useWorkspace();
  const { version } = useLists();
  const counted = COUNTED.filter(
    (state) => state !== 'to-start' || events.some(({ counts }) => counts[state] > 0),
  );
  // The choices of the screen do not apply.
  const choice = { control: [], clock, gunOf: () => undefined } as const;
  // Each once: runners on course by the gun alone are not repeated under the never seen.
  const groups = ON_PAPER.flatMap((shown) =>
    groupRunners(events, { ...choice, shown }).map(({ key, name, rows }) => ({
      key,
      name,
      rows: shown === 'never-seen' ? rows.filter((called) => !isByGunAlone(called)) : rows,
    })),
  ).filter(({ rows }) => rows.length > 0);
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const tables = groups.map((group, at) => {
    const before = groups.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0);
    const rows = group.rows.slice(0, Math.max(0, MOST_PRINTED - before));
    const caption = `${group.name}: ${group.rows.length}`;
    return (
      <Table
        key={group.key}
        caption={caption}
        heads={HEADS}
        rows={rows.map((called) => listCells(called, clock))}
        isOfPeople
      />
    );
  });
  return (
    <div className="hidden print:block print:text-[9pt]">
      <p>
        {count} to look for or never seen; as of change {version ?? 'not known'} of the race.
      </p>
      {tables}
      {count > MOST_PRINTED ? <p>Only the first {MOST_PRINTED} are printed.</p> : null}
      <Table
        caption="How many"
        heads={['Race', 'Started', ...counted.map((state) => STATE_NAMES[state])]}
        rows={events.map(({ event, counts, neverSeen }) => [
          labelEvent(event, clock.config),
          String(counts.started),
          ...counted.map((state) => String(state === 'never-seen' ? neverSeen : counts[state])),
        ])}
      />
    </div>
  );
}

/** The cells of one runner, in the order of {@link HEADS}. */
function listCells(called: CalledRunner, clock: RaceClock): string[] {
  const { runner, reports } = called;
  const { bibNumber, firstName, lastName, category, event, mobileNumber } = runner;
  const { config } = clock;
  const [report] = reports;
  const { age, where } = describeLast(called, clock);
  const place = (point: string): string => describePoint(point, config, event);
  return [
    bibNumber,
    `${firstName} ${lastName}, ${category}, ${labelEvent(event, config)}`,
    [where, age].filter(Boolean).join(', '),
    mobileNumber,
    runner.emergencyContact ?? '',
    report
      ? `${shortTime(report.atMs, clock)} ${nameOrganiser(report.by, config)}: ${describeReport(report, place)}`
      : '',
    '☐',
  ];
}

const CELL = 'border-b-[0.5pt] border-[#888] py-[2pt] pr-[6pt] align-top';
/** Of {@link HEADS}; the others share the rest. */
const WIDTHS: Readonly<Record<number, string>> = {
  0: 'w-[8%]',
  3: 'w-[14%]',
  4: 'w-[14%]',
  6: 'w-[6%]',
};

interface TableProps {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly isOfPeople?: boolean;
}

function Table({ caption, heads, rows, isOfPeople = false }: TableProps): ReactNode {
  return (
    <table
      className={`full-width text-left mb-[12pt] border-collapse ${isOfPeople ? 'anywhere table-fixed' : ''}`}
    >
      <caption className="text-left break-after-avoid py-[4pt] font-bold">{caption}</caption>
      <thead>
        <tr>
          {heads.map((name, at) => (
            <th
              key={name}
              scope="col"
              className={`${CELL} ${isOfPeople ? (WIDTHS[at] ?? '') : ''}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells.join('|')} className="break-inside-avoid">
            {heads.map((name, at) => (
              <td key={name} className={`${CELL} ${isOfPeople && at === 0 ? 'bold' : ''}`}>
                {cells[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
