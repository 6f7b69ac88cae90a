import { type CSSProperties, type ReactNode, useRef } from 'react';

import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useFromStandings } from '#client/live/use-standings.ts';
import { type Arrival, listLatestArrivals } from '#client/spectators/arrivals.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import type { StagePoint } from '#shared/scoring/stages.ts';

import styles from './ArrivalList.module.css';
import type { DescribedArrival } from './describe-arrival.ts';
import panel from './SidePanels.module.css';
import { useSteadyScroll } from './use-steady-scroll.ts';

export interface ArrivalListProps {
  readonly title: string;
  readonly point: StagePoint;
  readonly events: readonly EventCode[];
  readonly describe: (arrival: Arrival) => DescribedArrival;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
  readonly onPin: (runnerId: string) => void;
}

/** The most arrivals listed; earlier ones are in the results. */
const MOST = 100;

/** The latest arrivals at a point, newest first, readable at a glance. */
export function ArrivalList(props: ArrivalListProps): ReactNode {
  const { title, point, events, describe, nowMs, onPin } = props;
  const { commentary } = useAllTexts();
  const list = useRef<HTMLOListElement>(null);
  useSteadyScroll(list);
  const heardMs = useHeardMoment();
  const rows = useFromStandings(
    (all) => (all ? listLatestArrivals(all, { point, events, limit: MOST }, heardMs) : []),
    [point, events, heardMs],
  );
  const described = rows.map((arrival) => ({ arrival, words: describe(arrival) }));
  // Aligns the names.
  const placeDigits = Math.max(2, ...described.map(({ words }) => words.place.length));

  return (
    <section className={`${panel.panel} ${styles.panel}`} aria-labelledby="arrivals-title">
      <header className={panel.head}>
        <h2 id="arrivals-title">{title}</h2>
      </header>
      {rows.length === 0 ? <p className={styles.empty}>{commentary.nobodyYet}</p> : null}
      <ol
        ref={list}
        className={`${panel.list} ${styles.list} plain-list`}
        style={{ '--place-ch': placeDigits } as CSSProperties}
        data-arrivals
      >
        {described.map(({ arrival, words }) => {
          const ageMs = Math.max(0, nowMs - arrival.atMs);
          const { runnerId } = arrival.result;
          return (
            <li key={runnerId} data-news={ageMs < MINUTE_MS || undefined}>
              <button
                type="button"
                className={styles.row}
                data-row={runnerId}
                onClick={() => onPin(runnerId)}
              >
                <span className={styles.place}>{words.place}</span>
                <span className={styles.who}>
                  <span className={styles.name}>{words.name}</span>
                  {words.calls.map((call) => (
                    <span key={call} className={styles.call}>
                      {call}
                    </span>
                  ))}
                  <span className={styles.details}>{words.details}</span>
                </span>
                <span className={styles.passing}>
                  <span className={styles.time}>{words.time}</span>
                  <span className={styles.age}>{commentary.ago(ageMs)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
