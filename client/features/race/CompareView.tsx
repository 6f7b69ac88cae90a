import type { ReactNode } from 'react';

import { useStandings } from '#client/live/use-standings.ts';
import { addressComparison, MOST_COMPARED } from '#client/spectators/race/comparison.ts';
import { useCourseScale } from '#client/spectators/race/use-shown-race.ts';
import { RunnerLink } from '#client/spectators/RunnerLink.tsx';
import { useFollowedPeople } from '#client/spectators/use-followed-people.ts';
import { Link } from '#client/ui/Link.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { AHEAD, describeTotal } from '#shared/format/describe-result.ts';
import { formatApart, formatElapsed } from '#shared/format/format-time.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { legTime, stagePointsOf } from '#shared/scoring/stages.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { GapChart } from './GapChart.tsx';
import styles from './GapChart.module.css';
import { listGaps } from './gaps.ts';

export interface CompareViewProps {
  readonly event: EventCode;
  readonly config: ConfigBody;
  /** The runner ids in the address. */
  readonly runnerIds: readonly string[];
}

/** Compares two to four runners of a race: the gaps at each point, and each leg. */
export function CompareView({ event, config, runnerIds }: CompareViewProps): ReactNode {
  const { common, race } = useAllTexts();
  const standings = useStandings();
  const { scale, names } = useCourseScale({ event, config });
  const { seen: followed } = useFollowedPeople();
  const isOwn = (row: UnrankedResult | undefined): row is UnrankedResult => row?.events === event;
  const rows = runnerIds.map((id) => standings.find(id)).filter(isOwn);
  const ids = rows.map(({ runnerId }) => runnerId);
  const first = [standings.finishers(event), standings.onCourse(event)].flatMap((part) =>
    [0, 1, 2].map((at) => part.at(at)),
  );
  const others = [...new Set([...followed, ...first])]
    .filter(isOwn)
    .filter((row) => !rows.includes(row))
    .slice(0, MOST_OFFERED);
  const choice = (row: UnrankedResult, isChosen: boolean): ReactNode => (
    <li key={row.runnerId}>
      <Link
        className="pill"
        to={addressComparison(
          event,
          isChosen ? ids.filter((id) => id !== row.runnerId) : [...ids, row.runnerId],
        )}
        aria-current={isChosen ? 'true' : undefined}
        replace
      >
        {describeName(row, common)}
      </Link>
    </li>
  );
  const { rounding } = standings.courses.rankingOf(event);
  const lines = listGaps(rows, stagePointsOf(event, standings.courses), rounding);
  return (
    <div className="stack-14 one-column">
      <nav aria-label={race.compareWhom} className="stack-6">
        <p className="muted">{race.compareWhom}</p>
        <ul className="row plain-list">
          {rows.map((row) => choice(row, true))}
          {rows.length < MOST_COMPARED ? others.map((row) => choice(row, false)) : null}
        </ul>
      </nav>
      {rows.length > 1 ? (
        <>
          {lines.length > 1 && names.length > 2 ? (
            <GapChart
              why={race.compareWhy}
              {...{ lines, rounding, scale, names }}
              followed={new Set(ids.slice(0, 1))}
            />
          ) : null}
          <Legs rows={rows} names={names} event={event} />
        </>
      ) : null}
    </div>
  );
}

/** The most runners offered for the comparison. */
const MOST_OFFERED = 12;

interface LegsProps {
  readonly rows: readonly UnrankedResult[];
  /** The names of the start and each point after it. */
  readonly names: readonly string[];
  readonly event: EventCode;
}

/** A row for each leg: all times, and the gap to the fastest. */
function Legs({ rows, names, event }: LegsProps): ReactNode {
  const { common, outcome, race, runner } = useAllTexts();
  const { courses } = useStandings();
  const ranking = courses.rankingOf(event);
  const points = stagePointsOf(event, courses);
  return (
    <section className="panel stack-8" aria-labelledby="legs">
      <h2 id="legs" className="heading">
        {race.compareLegs}
      </h2>
      {/* The links in the columns let the keyboard scroll it. */}
      <div className={styles.scroll}>
        <table className={`${styles.table} ${styles.legs}`} aria-labelledby="legs">
          <thead>
            <tr>
              <th scope="col">{runner.leg}</th>
              {rows.map((row) => (
                <th key={row.runnerId} scope="col">
                  <RunnerLink runner={row} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point, index) => {
              const times = rows.map((row) => legTime(row, points[index - 1], point));
              const bestMs = Math.min(...times.map((ms) => ms ?? Infinity));
              return (
                <tr key={point}>
                  <th scope="row">{names[index + 1]}</th>
                  {rows.map(({ runnerId }, at) => {
                    const ms = times[at] ?? null;
                    const text = ms === null ? AHEAD : formatElapsed(ms, ranking.rounding);
                    return (
                      <td key={runnerId}>
                        {ms === bestMs ? <b>{text}</b> : text}{' '}
                        {ms === null || ms === bestMs ? null : (
                          <small className="muted">
                            +{formatApart(ms, bestMs, ranking.rounding)}
                          </small>
                        )}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
            <tr>
              <th scope="row">{common.time}</th>
              {rows.map((row) => (
                <td key={row.runnerId}>
                  <b>{describeTotal(row, outcome, ranking) || AHEAD}</b>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  );
}
