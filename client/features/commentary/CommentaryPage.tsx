import { type ReactNode, useMemo, useRef } from 'react';
import { joinParts } from '#shared/format/isolate-text.ts';
import { useSearchParams } from 'react-router-dom';
import { useRace } from '#client/live/race-store.tsx';
import { useRecent } from '#client/live/use-recent.ts';
import { useFromStandings, useStandings } from '#client/live/use-standings.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { listTabs } from '#shared/scoring/tabs.ts';
import { listProgress } from './race-progress.ts';
import { LanguageChooser } from '#client/spectators/LanguageChooser.tsx';
import { useCorrections } from '#client/spectators/use-corrections.ts';
import { useExpectedNext } from '#client/spectators/use-expected-next.ts';
import { useForecast } from '#client/spectators/use-forecast.ts';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { useSteadyRows } from '#client/ui/use-steady-rows.ts';
import { useTick } from '#client/ui/use-tick.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { labelPoint } from '#shared/scoring/course.ts';
import { findArrivalPlaces } from './arrival-places.ts';
import { ArrivalList } from './ArrivalList.tsx';
import { type Calls, listCalls } from './calls.ts';
import {
  eventsOfTabs,
  listPoints,
  readChoice,
  readPins,
  writeChoice,
  writePins,
} from './choice.ts';
import styles from './Commentary.module.css';
import { CommentaryBar } from './CommentaryBar.tsx';
import { describeArrival } from './describe-arrival.ts';
import { Finder } from './Finder.tsx';
import { PinnedCard } from './PinnedCard.tsx';
import { CorrectionPanel, ExpectedPanel, Panel, RacePanel } from './SidePanels.tsx';

/** The commentator's screen: the latest arrivals at a point, the next expected, each race's state, cards of runners. */
export function CommentaryPage(): ReactNode {
  const { config } = useRace();
  const { common, commentary } = useAllTexts();
  useDocumentTitle(config ? joinParts([commentary.title, config.pageTitle]) : common.loading);
  return config ? <Commentary config={config} /> : <main aria-busy="true">{common.loading}</main>;
}

function Commentary({ config }: { readonly config: ConfigBody }): ReactNode {
  const { clockOffsetMs, head } = useRace();
  const standings = useStandings();
  const texts = useAllTexts();
  const { commentary } = texts;
  const main = useRef<HTMLElement>(null);
  // Arrivals move the rows below them, and leave the list of those expected.
  useSteadyRows(main);
  const [params, setParams] = useSearchParams();
  const tabs = useMemo(() => listTabs(config), [config]);
  const races = useMemo(() => eventsOfTabs(tabs), [tabs]);
  const courses = coursesOf(config);
  const choice = useMemo(() => readChoice(params, races, courses), [params, races, courses]);
  const { event, point } = choice;
  const events = useMemo(() => (event ? [event] : races), [event, races]);
  const points = useMemo(() => listPoints(events, courses), [events, courses]);
  const nowMs = useTick(true, clockOffsetMs) + clockOffsetMs;
  // In the address, so that they survive a reload.
  const pins = readPins(params);
  const { list: corrections = [] } = useCorrections(useRecent(head));

  const calls = useFromStandings((all) => (all ? listCalls(all, point) : NO_CALLS), [point]);

  const expect = useForecast();
  const expected = useExpectedNext(point, events, MOST_EXPECTED);

  // Based on the current address, since a first press may not be rendered yet.
  const choose = (next: Partial<typeof choice>): void => {
    const now = new URLSearchParams(location.search);
    const chosen = { ...readChoice(now, races, courses), ...next };
    setParams(writeChoice(now, chosen, courses), { replace: true });
  };
  const keepPins = (change: (ids: readonly string[]) => readonly string[]): void => {
    const now = new URLSearchParams(location.search);
    setParams(writePins(now, change(readPins(now))), { replace: true });
  };
  const pin = (runnerId: string): void =>
    keepPins((ids) => [runnerId, ...ids.filter((id) => id !== runnerId)]);
  const unpin = (runnerId: string): void => keepPins((ids) => ids.filter((id) => id !== runnerId));

  const isMixed = events.length > 1;
  const surroundings = { config, texts, isMixed };
  const pinned = pins.flatMap((id) => standings.find(id) ?? []);
  return (
    <>
      <CommentaryBar
        config={config}
        choice={choice}
        races={races}
        points={points}
        nowMs={nowMs}
        onChoose={choose}
      />
      <main ref={main} className={styles.columns}>
        <ArrivalList
          title={
            point === 'finish'
              ? commentary.throughFinish
              : commentary.through(labelPoint(point, texts.runner.finish, config, event))
          }
          point={point}
          events={events}
          describe={(arrival) =>
            describeArrival(
              arrival,
              findArrivalPlaces(standings, arrival.result, arrival.point),
              calls.get(arrival.result.runnerId) ?? [],
              surroundings,
            )
          }
          nowMs={nowMs}
          onPin={pin}
        />
        <div className={styles.side}>
          <CorrectionPanel corrections={corrections} config={config} nowMs={nowMs} />
          <Finder config={config} onPin={pin} />
          {pinned.length === 0 ? null : (
            <Panel title={commentary.pinned}>
              {pinned.map((result) => (
                <PinnedCard
                  key={result.runnerId}
                  result={result}
                  config={config}
                  expect={expect}
                  nowMs={nowMs}
                  onUnpin={() => unpin(result.runnerId)}
                />
              ))}
            </Panel>
          )}
          <ExpectedPanel
            point={point}
            expected={expected}
            config={config}
            isMixed={isMixed}
            nowMs={nowMs}
            onPin={pin}
          />
          <RacePanel races={listProgress(standings, races, nowMs, config)} config={config} />
          <LanguageChooser />
        </div>
      </main>
    </>
  );
}

const NO_CALLS: Calls = new Map();
const MOST_EXPECTED = 8;
