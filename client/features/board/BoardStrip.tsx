import { describeName } from '#shared/format/describe-name.ts';
import { describeTotal } from '#shared/format/describe-result.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { sexOf } from '#shared/scoring/group-places.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { Texts } from '#shared/texts/en.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useRace, useRaceStore } from '#client/live/RaceProvider.tsx';
import { type ResultsTab, eventsOf } from '#shared/scoring/tabs.ts';
import type { Arrival } from '#client/spectators/arrivals.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { useTick } from '#client/ui/use-tick.ts';
import styles from './BoardStrip.module.css';
import type { FinisherGroups } from './finisher-groups.ts';
import { useArrivals } from './use-just-in.ts';
import { NO_TURN, takeTurn } from './strip-queue.ts';
import { useNext } from './use-next.ts';

interface BoardStripProps {
  readonly tabs: readonly ResultsTab[];
  readonly groups: FinisherGroups;
  readonly config: RaceConfig;
}

/** The last to come in, with what they have won, and who is expected next. */
export function BoardStrip({ tabs, groups, config }: BoardStripProps): ReactNode {
  const texts = useTexts();
  const arrivals = useArrivals();
  const events = useMemo(() => [...new Set(tabs.flatMap((tab) => eventsOf(tab)))], [tabs]);
  const next = useNext(events);
  const nowMs = useHeardMoment();
  const own = useMemo(
    () => arrivals.filter(({ result }) => events.includes(result.events)),
    [arrivals, events],
  );
  const latest = useTurn(own);
  return (
    <div className={styles.strip}>
      {latest ? <LatestArrival arrival={latest} groups={groups} config={config} /> : null}
      {next ? (
        <p className={styles.next}>
          {texts.board.nextIn(
            describeName(next.result, texts.common),
            texts.common.dates.clockOn(next.atMs, nowMs, config.timeZone),
          )}
        </p>
      ) : null}
    </div>
  );
}

/** Who is in the strip by now. */
function useTurn(arrivals: readonly Arrival[]): Arrival | undefined {
  const { clockOffsetMs } = useRace();
  const nowMs = useTick(arrivals.length > 0) + clockOffsetMs;
  const [turn, setTurn] = useState(NO_TURN);
  const next = takeTurn(turn, arrivals, nowMs);
  if (next !== turn) setTurn(next);
  return arrivals.find(({ result }) => result.runnerId === next.shown);
}

interface LatestArrivalProps {
  readonly arrival: Arrival;
  readonly groups: FinisherGroups;
  readonly config: RaceConfig;
}

function LatestArrival({ arrival, groups, config }: LatestArrivalProps): ReactNode {
  const texts = useTexts();
  const { standings } = useRaceStore().replica;
  const honour = describeHonour(arrival, groups, texts);
  return (
    <p className={styles.latest}>
      <span className={styles.label}>{texts.board.justIn}</span>{' '}
      <strong className={styles.name}>{describeName(arrival.result, texts.common)}</strong>
      <span className={styles.facts}>{describeFacts(arrival, standings, config, texts)}</span>
      {honour === '' ? null : <span className={styles.honour}>{honour}</span>}
    </p>
  );
}

/** `Full · 7th · 1:34:49` */
function describeFacts(
  { result }: Arrival,
  standings: Standings,
  config: RaceConfig,
  { common, outcome }: Texts,
): string {
  const place = standings.placeOf(result.runnerId);
  return [
    labelEvent(result.events, config),
    place === null ? '' : common.ordinal(place),
    describeTotal(result, outcome),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What the runner is the first of: the women, the men or a category. */
function describeHonour(
  { result }: Arrival,
  groups: FinisherGroups,
  { board, results }: Texts,
): string {
  const { events, ageGroup } = result;
  const sex = sexOf(ageGroup);
  if (!sex) return '';
  if (groups.isFirst(result, groups.ofSex(events, sex))) {
    return sex === 'F' ? board.firstWoman : board.firstMan;
  }
  const isFirst = groups.isFirst(result, groups.ofAgeGroup(events, ageGroup));
  return isFirst ? results.firstIn(ageGroup) : '';
}
