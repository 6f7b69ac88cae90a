import { describeName } from '#shared/format/describe-name.ts';
import { describeTotal } from '#shared/format/describe-result.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { type RaceConfig, isClosedFor } from '#shared/model/race-config.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { writeExpected } from '#shared/texts/dates.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { isolateText, joinParts } from '#shared/format/isolate-text.ts';
import { type ReactNode, useMemo } from 'react';
import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useStandings } from '#client/live/use-standings.ts';
import { type ResultsTab, eventsOf } from '#shared/scoring/tabs.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import styles from './BoardStrip.module.css';
import { useArrivals } from './use-just-in.ts';
import { describeHonour } from '#client/spectators/describe-honour.ts';
import { useExpectedNext } from '#client/spectators/use-expected-next.ts';

interface BoardStripProps {
  readonly tabs: readonly ResultsTab[];
  readonly config: RaceConfig;
}

/** The latest finisher, with any honour, and the next one expected. */
export function BoardStrip({ tabs, config }: BoardStripProps): ReactNode {
  const texts = useAllTexts();
  const courses = coursesOf(config);
  const events = useMemo(
    () => [...new Set(tabs.flatMap((tab) => eventsOf(tab, courses)))],
    [tabs, courses],
  );
  const [next] = useExpectedNext('finish', events, 1).next;
  const nowMs = useHeardMoment();
  const latest = useArrivals().find(({ result }) => events.includes(result.events));
  return (
    <div className={styles.strip}>
      {latest && !isClosedFor(latest.result.events, config) ? (
        <LatestFinisher result={latest.result} config={config} />
      ) : null}
      {next ? (
        <p className={styles.next}>
          {texts.board.nextIn(
            isolateText(describeName(next.result, texts.common)),
            writeExpected(texts.common.dates, next.atMs, nowMs, config.timeZone),
          )}
        </p>
      ) : null}
    </div>
  );
}

interface LatestFinisherProps {
  readonly result: UnrankedResult;
  readonly config: RaceConfig;
}

function LatestFinisher({ result, config }: LatestFinisherProps): ReactNode {
  const texts = useAllTexts();
  const standings = useStandings();
  const honour = describeHonour(result, standings, texts);
  return (
    <p className={styles.latest}>
      <span className={styles.label}>{texts.results.justIn}</span>{' '}
      <strong className="bold">{isolateText(describeName(result, texts.common))}</strong>
      <span>{describeFacts(result, standings, config, texts)}</span>
      {honour === '' ? null : <span className={styles.honour}>{honour}</span>}
    </p>
  );
}

/** `Full · 7th · 1:34:49` */
function describeFacts(
  result: UnrankedResult,
  standings: Standings,
  config: RaceConfig,
  { common, outcome }: AllTexts,
): string {
  const place = standings.placeOf(result.runnerId);
  return joinParts([
    labelEvent(result.events, config),
    place !== null && common.ordinal(place, standings.courses.sexOf(result)),
    describeTotal(result, outcome, standings.courses.rankingOf(result.events)),
  ]);
}
