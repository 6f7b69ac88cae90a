import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { listClosings } from '#shared/control/past-cut-offs.ts';
import { listEvents } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { type StartPart, valueOf } from '#shared/model/setting-parts.ts';
import { countStates } from '#shared/scoring/whereabouts.ts';
import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import { Closing, Official } from './closing/Closing.tsx';
import { type FetchedConfig, useConfig } from '#client/organisers/config/fetched-config.ts';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { splitChecks } from '#client/organisers/lists/left-checks.ts';
import { findLastReads, listSources } from '#client/organisers/reads/list-sources.ts';
import { readSources } from '#client/organisers/reads/reads-calls.ts';
import { useExpectedTimes } from '#client/organisers/rollcall/use-expected-times.ts';
import { usePastCutOffs } from '#client/organisers/rollcall/use-past-cut-offs.ts';
import { useRollCall } from '#client/organisers/rollcall/use-roll-call.ts';
import { useCalls, useMay, useSession } from '#client/organisers/session/use-session.ts';
import { describeTimeOfDay } from '#client/organisers/texts/start-text.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { useMedia } from '#client/ui/use-media.ts';
import { useTick } from '#client/ui/use-tick.ts';
import { EventBlock } from './EventBlock.tsx';
import { awaitsGun } from './Guns.tsx';
import { AlarmSwitch, MarshalsPanel } from './MarshalsPanel.tsx';
import { SourcesTable } from './SourcesTable.tsx';
import { listToDo, type UndecidedSighting } from '#shared/control/to-do.ts';
import { ToDoList } from './ToDoList.tsx';
import { type Closing as AskedClosing, ClosingDialog } from './closing/ClosingDialog.tsx';
import { StartNowDialog, type StartPress } from './StartNowDialog.tsx';
import { TimeOutDialog } from '#client/organisers/rollcall/TimeOutDialog.tsx';
import { WhoWasItDialog } from './WhoWasItDialog.tsx';
import { useRaceClock } from '#client/organisers/lists/race-clock.tsx';
import { Failure, FetchState } from '#client/organisers/calls/FetchState.tsx';

/** The numbers of the race, what needs doing, and the state of the mats. */
export function ControlPage(): ReactNode {
  const query = useConfig();
  if (query.data) return <ControlScreen config={query.data} />;
  return (
    <>
      <ScreenHead screen={SCREENS.control} />
      <FetchState what="The race" queries={[query]} />
    </>
  );
}

/** The open dialog. */
type Asked =
  | { readonly kind: 'start'; readonly press: StartPress }
  | { readonly kind: 'who'; readonly seen: UndecidedSighting }
  | { readonly kind: 'time-out'; readonly key: string }
  | { readonly kind: 'close'; readonly closing: AskedClosing };

const NOBODY = { called: [], counts: countStates([]), neverSeen: 0, neverSeenCheckedIn: 0 };

function ControlScreen({ config }: { readonly config: FetchedConfig }): ReactNode {
  const calls = useCalls();
  const mayRun = useMay()('race:run');
  const mayStart = mayRun && !config.closed;
  const isSignedIn = useSession().kind === 'signed-in';
  const { nowMs } = useRaceClock();
  const { missing } = useLists();
  const rollCall = useRollCall(config, nowMs);
  const { times, problem: overdueProblem } = useExpectedTimes();
  const { data: read, error: readError } = useQuery({
    ...readSources(calls),
    refetchInterval: isSignedIn && ADMIN_POLL_MS,
  });
  const [asked, setAsked] = useState<Asked>();
  const cutOffs = usePastCutOffs(rollCall, config, nowMs);
  const { rules } = cutOffs.context;
  const lists = useMemo(
    () =>
      rollCall && missing
        ? listToDo({
            rollCall,
            times,
            lastReads: findLastReads(read?.sources ?? []),
            notices: missing.notices,
            toCheck: splitChecks(missing.toCheck, missing.control).open.count,
            strangeBands: missing.unassigned.filter(({ dismissal }) => dismissal?.isOver !== false)
              .length,
            rules,
            control: missing.control,
            nowMs,
          })
        : undefined,
    [rollCall, missing, times, read, rules, nowMs],
  );
  const sources = useMemo(
    () => read && listSources(read.sources, missing?.notices ?? [], read.rightClocks),
    [read, missing],
  );
  const listed = listEvents(config);
  const entered = rollCall?.events.map(({ event }) => event) ?? [];
  const events = coursesOf(config).events.filter(
    (event) => listed.includes(event) || entered.includes(event),
  );
  const awaiting = events.filter((event) => awaitsGun(event, config, nowMs));
  // The start of the race counts only for distances without their own.
  const sharing = events.filter((event) => !config.starts[event]);
  const areAllNext =
    events.length > 1 && awaiting.length === events.length && sharing.length === events.length;
  const closeDialog = (): void => setAsked(undefined);
  const startNow = (field: StartPart): void => {
    const press = { field, pressedMs: Date.now(), before: String(valueOf(config, field)) };
    setAsked({ kind: 'start', press });
  };
  // On a phone the distances fill the screen: they come first only before the last gun, for their button. They stay
  // there when it goes, since nothing may move under the finger.
  const [isBeforeGun] = useState(awaiting.length > 0);
  const isToDoFirst = useMedia('(max-width: 48rem)') && !isBeforeGun;
  const toDo = (
    <ToDoList
      lists={lists}
      onAsk={(toDo) => {
        if (toDo.kind === 'sighting') setAsked({ kind: 'who', seen: toDo.seen });
        if (toDo.kind === 'past-cut-off') setAsked({ kind: 'time-out', key: toDo.subject });
      }}
    />
  );

  return (
    <div className="stack-12 one-column [&>:first-child]:-mb-[18px]">
      <ScreenHead screen={SCREENS.control}>
        <TimeOfDay config={config} />
        {mayStart && events.length > 1 && sharing.length > 0 ? (
          <Button kind={areAllNext ? 'main' : 'plain'} onClick={() => startNow('raceStart')}>
            Start all now
          </Button>
        ) : null}
      </ScreenHead>
      <Failure error={readError} />
      {overdueProblem === undefined ? null : (
        <Banner kind="alert">Overdue times are unavailable right now. {overdueProblem}</Banner>
      )}
      {isToDoFirst ? toDo : null}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-3">
        {events.map((event) => {
          const numbers = rollCall?.events.find((each) => each.event === event) ?? NOBODY;
          return (
            <EventBlock
              key={event}
              {...numbers}
              event={event}
              config={config}
              closings={listClosings(event, numbers.called, cutOffs.context)}
              isNext={awaiting.includes(event) && !areAllNext}
              onStartNow={mayStart ? startNow : undefined}
            />
          );
        })}
      </div>
      <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,3fr)] items-start gap-3 @max-[56rem]/screen:grid-cols-1">
        {isToDoFirst ? null : toDo}
        <div className="stack-12 one-column">
          <SourcesTable sources={sources} />
          <MarshalsPanel events={events} />
          <section className="panel stack-14 *:border-0 *:p-0" aria-label="Closing">
            <Closing
              config={config}
              isStarted={awaiting.length === 0}
              onAsk={mayRun ? (closing) => setAsked({ kind: 'close', closing }) : undefined}
            />
            {mayRun ? (
              <Official config={config} nowMs={nowMs} openItems={lists?.open.length ?? 0} />
            ) : null}
          </section>
          {/* Last: it appears only once the browser has answered whether it takes alarms. */}
          <AlarmSwitch />
        </div>
      </div>
      {asked?.kind === 'start' ? (
        <StartNowDialog press={asked.press} config={config} onClose={closeDialog} />
      ) : null}
      {asked?.kind === 'who' && rollCall ? (
        <WhoWasItDialog seen={asked.seen} rollCall={rollCall} onClose={closeDialog} />
      ) : null}
      {asked?.kind === 'time-out' ? (
        <TimeOutDialog
          group={cutOffs.groups.find(({ key }) => key === asked.key)}
          onClose={closeDialog}
        />
      ) : null}
      {asked?.kind === 'close' ? (
        <ClosingDialog closing={asked.closing} config={config} onClose={closeDialog} />
      ) : null}
    </div>
  );
}

function TimeOfDay({ config }: { readonly config: FetchedConfig }): ReactNode {
  const nowMs = useTick(true, config.offsetMs) + config.offsetMs;
  return (
    <p className="bold nowrap mr-auto text-title-l" role="timer" aria-live="off">
      {describeTimeOfDay(nowMs, config.timeZone)}
    </p>
  );
}
