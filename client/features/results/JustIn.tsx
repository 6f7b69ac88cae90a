import type { ReactNode } from 'react';
import { useRace } from '#client/live/race-store.tsx';
import { type ResultsTab, eventsOf, findGunMs, isTabClosed } from '#shared/scoring/tabs.ts';
import { type Arrival, listLatestArrivals } from '#client/spectators/arrivals.ts';
import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useFromStandings, useStandings } from '#client/live/use-standings.ts';
import { Link } from '#client/ui/Link.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import { useTick } from '#client/ui/use-tick.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { formatElapsed } from '#shared/format/format-time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { findRunnerPath } from '#shared/wire/screens.ts';
import styles from './JustIn.module.css';

/** The latest finisher; before the first finish, the runner last seen. */
function findJustIn(standings: Standings, nowMs: EpochMs): Arrival | undefined {
  const [finisher] = listLatestArrivals(standings, { point: 'finish', limit: 1 }, nowMs);
  return finisher ?? listLatestArrivals(standings, { limit: 1 }, nowMs)[0];
}

export interface JustInProps {
  readonly config: ConfigBody;
  readonly tabs: readonly ResultsTab[];
  readonly tab: ResultsTab | undefined;
}

/**
 * The latest arrival of all races. Its space is reserved from the start on, so that nothing moves when the first comes.
 * Not a live region: in a large race it would never be silent.
 */
export function JustIn({ config, tabs, tab }: JustInProps): ReactNode {
  const { head, clockOffsetMs } = useRace();
  const { results, empty } = useTexts();
  const heardMs = useHeardMoment();
  const arrival = useFromStandings((all) => all && findJustIn(all, heardMs), [heardMs]);
  const nowMs = useTick(!arrival) + clockOffsetMs;
  const hasStarted = tabs.some((each) => (findGunMs(each, config) ?? Infinity) <= nowMs);
  if (isTabClosed(undefined, config) || (!arrival && !hasStarted)) return null;
  return (
    <section className={styles.strip} aria-label={results.justIn}>
      <div className={styles.content}>
        <p className={styles.label} aria-hidden="true">
          {results.justIn}
        </p>
        {arrival ? (
          <Arrived
            arrival={arrival}
            config={config}
            isElsewhere={!eventsOf(tab, coursesOf(config)).includes(arrival.result.events)}
          />
        ) : (
          <p className="text-l">{head ? empty.nobodySeen : null}</p>
        )}
      </div>
    </section>
  );
}

interface ArrivedProps extends Pick<JustInProps, 'config'> {
  readonly arrival: Arrival;
  /** The race is not in the shown tab, so its name is added. */
  readonly isElsewhere: boolean;
}

/** Name, time and place of an arrival, as a link to the runner. */
function Arrived({ arrival, config, isElsewhere }: ArrivedProps): ReactNode {
  const { result, point, elapsedMs } = arrival;
  const standings = useStandings();
  const { common } = useTexts();
  const { rounding } = standings.courses.rankingOf(result.events);
  const place = point === 'finish' ? standings.placeOf(result.runnerId) : null;
  const sex = standings.courses.sexOf(result);
  const where = point === 'finish' ? '' : labelCheckpoint(point, config, result.events);
  return (
    <Link className={styles.link} to={findRunnerPath(result)}>
      <span className={styles.who}>
        <bdi className={styles.name}>{describeName(result, common)}</bdi>{' '}
        {isElsewhere ? (
          <span className={styles.race}>{labelEvent(result.events, config)}</span>
        ) : null}
      </span>{' '}
      <span className={styles.time}>
        {formatElapsed(elapsedMs, rounding)} · {place === null ? where : common.ordinal(place, sex)}
      </span>
    </Link>
  );
}
