import { type ReactNode, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';

import { useRace, useRaceStore } from '#client/live/RaceProvider.tsx';
import { listTabs } from '#shared/scoring/tabs.ts';
import { type Arrival, listArrivals } from '#client/spectators/arrivals.ts';
import { trackRace } from '#client/spectators/race-progress.ts';
import { useForecast } from '#client/spectators/use-forecast.ts';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { useTick } from '#client/ui/use-tick.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { stagePointsOf } from '#shared/scoring/stage-point.ts';

import { type ArrivalLog, EMPTY_LOG, MOST_ARRIVALS, advanceLog } from './arrival-log.ts';
import { ArrivalList, moveFocus } from './ArrivalList.tsx';
import {
  eventsOfTabs,
  labelPoint,
  listPoints,
  readChoice,
  readPins,
  writeChoice,
  writePins,
} from './choice.ts';
import styles from './Commentary.module.css';
import { CommentaryBar } from './CommentaryBar.tsx';
import { describeArrival } from './describe-arrival.ts';
import { FieldPlaces } from './field-places.ts';
import { Finder } from './Finder.tsx';
import { KeyHelp } from './KeyHelp.tsx';
import { PinnedCard } from './PinnedCard.tsx';
import { ContestPanel, ExpectedPanel, Panel, RacePanel } from './SidePanels.tsx';
import { useExpected } from './use-expected.ts';
import { useKeys } from './use-keys.ts';

/**
 * What a commentator reads: who came through a point, newest first, who is
 * expected there next, where the races are, and cards of runners to talk about.
 */
export function CommentaryPage(): ReactNode {
  const { config } = useRace();
  const { common, commentary } = useTexts();
  useDocumentTitle(config ? `${commentary.title} · ${config.pageTitle}` : common.loading);
  return config ? <Commentary config={config} /> : <main aria-busy="true">{common.loading}</main>;
}

/** The log of what arrived for one choice; begun anew for another one. */
interface KeptLog {
  readonly source: readonly Arrival[];
  readonly choice: string;
  readonly isHeld: boolean;
  readonly log: ArrivalLog;
}

const NO_LOG: KeptLog = { source: [], choice: '', isHeld: false, log: EMPTY_LOG };

function Commentary({ config }: { readonly config: ConfigBody }): ReactNode {
  const { head, clockOffsetMs } = useRace();
  const { standings } = useRaceStore().replica;
  const texts = useTexts();
  const { commentary } = texts;
  const [params, setParams] = useSearchParams();
  const tabs = useMemo(() => listTabs(config), [config]);
  const races = useMemo(() => eventsOfTabs(tabs), [tabs]);
  const choice = useMemo(() => readChoice(params, races), [params, races]);
  const { event, point } = choice;
  const events = useMemo(() => (event ? [event] : races), [event, races]);
  const points = useMemo(() => listPoints(events), [events]);
  const nowMs = useTick(true, clockOffsetMs) + clockOffsetMs;
  // In the address, so that a page that is loaded anew has them still.
  const pins = readPins(params);
  const [isHelpShown, setHelpShown] = useState(false);
  const [isHeld, setHeld] = useState(false);

  const expect = useForecast();
  const expected = useExpected(expect, events, point);
  // The standings change in place, and `head` with them.
  const arrivals = useMemo(
    () => (head ? listArrivals(standings, { point, events, limit: MOST_ARRIVALS }) : []),
    [head, standings, point, events],
  );
  const counts = useMemo(
    () => (head ? races.map((one) => trackRace(standings, one)) : []),
    [head, standings, races],
  );
  const places = useMemo(
    () => (head ? new PlacesByEvent(standings) : undefined),
    [head, standings],
  );

  const [kept, setKept] = useState(NO_LOG);
  const chosen = `${head?.epoch} ${event} ${point}`;
  if (kept.source !== arrivals || kept.isHeld !== isHeld || kept.choice !== chosen) {
    const before = kept.choice === chosen ? kept.log : EMPTY_LOG;
    // Held rows stay until somebody asks for the new ones: leaving the list moves nothing under a finger.
    const log = advanceLog(before, arrivals, isHeld);
    setKept({ source: arrivals, choice: chosen, isHeld, log });
  }

  const choose = (next: Partial<typeof choice>): void => {
    setParams(writeChoice(params, { ...choice, ...next }), { replace: true });
  };
  const keepPins = (next: readonly string[]): void => {
    setParams(writePins(params, next), { replace: true });
  };
  const pin = (runnerId: string): void => {
    keepPins([runnerId, ...pins.filter((id) => id !== runnerId)]);
  };
  const showNew = (): void => {
    setKept((before) => ({ ...before, log: advanceLog(before.log, before.source, false) }));
    window.scrollTo({ top: 0 });
    // What was under the focus may have moved down.
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement>('[data-arrivals] [data-runner]')?.focus();
    });
  };
  const next = points[(points.indexOf(point) + 1) % points.length];
  useKeys({
    j: () => moveFocus(1),
    ArrowDown: () => moveFocus(1),
    k: () => moveFocus(-1),
    ArrowUp: () => moveFocus(-1),
    n: showNew,
    u: () => keepPins(pins.slice(1)),
    f: () => choose({ point: 'finish' }),
    c: () => next !== undefined && choose({ point: next }),
    '?': () => setHelpShown(true),
    0: () => choose({ event: undefined }),
    ...Object.fromEntries(races.map((one, index) => [index + 1, () => choose({ event: one })])),
  });

  const isMixed = events.length > 1;
  const surroundings = { config, texts, standings, isMixed };
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
        onHelp={() => {
          setHelpShown(true);
        }}
      />
      <main className={styles.columns}>
        <ArrivalList
          title={
            point === 'finish'
              ? commentary.throughFinish
              : commentary.through(labelPoint(point, config, texts, event))
          }
          log={kept.log}
          describe={(arrival) =>
            describeArrival(
              arrival,
              places?.of(arrival.result.events).find(arrival.result, arrival.point),
              surroundings,
            )
          }
          nowMs={nowMs}
          onPin={pin}
          onHold={setHeld}
          onShowNew={showNew}
        />
        <div className={styles.side}>
          <Finder standings={standings} config={config} onPin={pin} />
          {pinned.length === 0 ? null : (
            <Panel title={commentary.pinned}>
              {pinned.map((result) => (
                <PinnedCard
                  key={result.runnerId}
                  result={result}
                  standings={standings}
                  config={config}
                  expect={expect}
                  nowMs={nowMs}
                  onUnpin={() => {
                    keepPins(pins.filter((id) => id !== result.runnerId));
                  }}
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
          <RacePanel races={counts} config={config} />
          <ContestPanel contests={expected?.contests ?? []} config={config} isMixed={isMixed} />
        </div>
      </main>
      {isHelpShown ? (
        <KeyHelp
          onClose={() => {
            setHelpShown(false);
          }}
        />
      ) : null}
    </>
  );
}

/** The places in each race, gathered when the first of them is asked for. */
class PlacesByEvent {
  readonly #standings: ReturnType<typeof useRaceStore>['replica']['standings'];
  readonly #fields = new Map<EventCode, FieldPlaces>();

  constructor(standings: ReturnType<typeof useRaceStore>['replica']['standings']) {
    this.#standings = standings;
  }

  of(event: EventCode): FieldPlaces {
    const field =
      this.#fields.get(event) ??
      new FieldPlaces(this.#standings.listed(event), stagePointsOf(event));
    this.#fields.set(event, field);
    return field;
  }
}
