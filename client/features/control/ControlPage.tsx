import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { listClosings, type CutOffGroup } from '#shared/control/past-cut-offs.ts';
import { listEvents, labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { type StartPart, valueOf } from '#shared/model/setting-parts.ts';
import { countStates } from '#shared/scoring/whereabouts.ts';
import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { Closing, Official } from './closing/Closing.tsx';
import { type FetchedConfig, useConfig } from '#client/organisers/config/fetched-config.ts';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { splitChecks } from '#client/organisers/lists/left-checks.ts';
import { useRaceNow } from '#client/organisers/lists/use-race-now.ts';
import { findLastReads, listSources } from '#client/organisers/reads/list-sources.ts';
import { readSources } from '#client/organisers/reads/read-sources.ts';
import { useControl } from '#client/organisers/rollcall/use-control.ts';
import {
  useExpectedProblem,
  useExpectedTimes,
} from '#client/organisers/rollcall/use-expected-times.ts';
import { usePastCutOffs } from '#client/organisers/rollcall/use-past-cut-offs.ts';
import { useRollCall } from '#client/organisers/rollcall/use-roll-call.ts';
import { formatDay } from '#client/organisers/runners/describe-last-seen.ts';
import { useCalls, useMay, useSession } from '#client/organisers/session/use-session.ts';
import { describeTimeOfDay } from '#client/organisers/texts/start-text.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { useTick } from '#client/ui/use-tick.ts';
import { EventBlock } from './EventBlock.tsx';
import { awaitsGun } from './Guns.tsx';
import { AlarmSwitch, MarshalsPanel } from './MarshalsPanel.tsx';
import { SourcesTable } from './SourcesTable.tsx';
import { listToDo, type UndecidedSighting } from '#shared/control/to-do.ts';
import { ToDoList } from './ToDoList.tsx';
import { type Closing as AskedClosing, ClosingDialog } from './closing/ClosingDialog.tsx';
import { StartNowDialog, type StartPress } from './StartNowDialog.tsx';
import type { RollCallClock } from '#client/organisers/rollcall/describe-called.ts';
import { TimeOutDialog } from '#client/organisers/rollcall/TimeOutDialog.tsx';
import type { RollCall } from '#shared/control/roll-call.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { LineCountDialog } from './LineCountDialog.tsx';
import { WhoWasItDialog } from './WhoWasItDialog.tsx';

/** The whole race on one screen: its numbers, what needs doing, and the state of the mats (SCREENS.md SY). */
export function ControlPage(): ReactNode {
  const { data, failureReason } = useConfig();
  if (data) return <ControlScreen config={data} />;
  return (
    <>
      <ScreenHead screen={SCREENS.control} />
      {failureReason ? (
        <Banner kind="alert">{messageOf(failureReason)}</Banner>
      ) : (
        <output>Loading...</output>
      )}
    </>
  );
}

const NOBODY = { counts: countStates([]), neverSeen: 0, neverSeenCheckedIn: 0 };

function ControlScreen({ config }: { readonly config: FetchedConfig }): ReactNode {
  const calls = useCalls();
  const mayRun = useMay()('race:run');
  const mayStart = mayRun && !config.closed;
  const isSignedIn = useSession().kind === 'signed-in';
  const nowMs = useRaceNow(config);
  const { missing } = useLists();
  const rollCall = useRollCall(config, nowMs);
  const times = useExpectedTimes();
  const overdueProblem = useExpectedProblem();
  const { data: read, error: readError } = useQuery({
    ...readSources(calls),
    refetchInterval: isSignedIn && ADMIN_POLL_MS,
  });
  const control = useControl();
  const [asked, setAsked] = useState<Asked>();
  const cutOffs = usePastCutOffs(rollCall, config, nowMs);
  const { rules, lates } = cutOffs.context;
  const context = useMemo(
    () => ({ config, nowMs, today: formatDay(nowMs, config.timeZone) }),
    [config, nowMs],
  );
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
            lates,
            control: missing.control,
            nowMs,
          })
        : undefined,
    [rollCall, missing, times, read, rules, lates, nowMs],
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
  const areAllNext = events.length > 1 && awaiting.length === events.length;
  const startNow = (field: StartPart): void => {
    const press = { field, pressedMs: Date.now(), before: String(valueOf(config, field)) };
    setAsked({ kind: 'start', press });
  };

  return (
    <div className="stack-12 one-column [&>:first-child]:-mb-[18px]">
      <ScreenHead screen={SCREENS.control}>
        <RaceClock config={config} />
        {mayStart && events.length > 1 ? (
          <Button kind={areAllNext ? 'main' : 'plain'} onClick={() => startNow('raceStart')}>
            Start all now
          </Button>
        ) : null}
      </ScreenHead>
      {readError ? <Banner kind="alert">{messageOf(readError)}</Banner> : null}
      {overdueProblem === undefined ? null : (
        <Banner kind="alert">Overdue times are unavailable right now. {overdueProblem}</Banner>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-3">
        {events.map((event) => (
          <EventBlock
            key={event}
            {...(rollCall?.events.find((each) => each.event === event) ?? NOBODY)}
            event={event}
            config={config}
            closings={listClosings(
              event,
              rollCall?.events.find((each) => each.event === event)?.called ?? [],
              cutOffs.context,
            )}
            clock={context}
            lineCount={control.find({ kind: 'line-count', subject: event })}
            isNext={awaiting.includes(event) && !areAllNext}
            onStartNow={mayStart ? startNow : undefined}
            onCount={() => setAsked({ kind: 'count', event })}
          />
        ))}
      </div>
      <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,3fr)] items-start gap-3 @max-[56rem]/screen:grid-cols-1">
        <ToDoList
          lists={lists}
          context={context}
          onAsk={(toDo) => {
            if (toDo.kind === 'sighting') setAsked({ kind: 'who', seen: toDo.seen });
            if (toDo.kind === 'past-cut-off') setAsked({ kind: 'time-out', key: toDo.subject });
          }}
        />
        <div className="stack-12 one-column">
          <SourcesTable sources={sources} context={context} />
          <MarshalsPanel events={events} context={context} />
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
          {/* Last: it comes once the browser has said whether it takes alarms. */}
          <AlarmSwitch />
        </div>
      </div>
      <ControlDialogs
        asked={asked}
        config={config}
        rollCall={rollCall}
        cutOffs={cutOffs.groups}
        context={context}
        onClose={() => setAsked(undefined)}
      />
    </div>
  );
}

function RaceClock({ config }: { readonly config: FetchedConfig }): ReactNode {
  const nowMs = useTick(true, config.offsetMs) + config.offsetMs;
  return (
    <p className="bold nowrap mr-auto text-title-l" role="timer" aria-live="off">
      {describeTimeOfDay(nowMs, config.timeZone)}
    </p>
  );
}

/** The action pressed on the screen, to be confirmed first. */
type Asked =
  | { readonly kind: 'start'; readonly press: StartPress }
  | { readonly kind: 'count'; readonly event: EventCode }
  | { readonly kind: 'who'; readonly seen: UndecidedSighting }
  | { readonly kind: 'time-out'; readonly key: string }
  | { readonly kind: 'close'; readonly closing: AskedClosing };

interface ControlDialogsProps {
  readonly asked: Asked | undefined;
  readonly config: FetchedConfig;
  readonly rollCall: RollCall | undefined;
  readonly cutOffs: readonly CutOffGroup[];
  readonly context: RollCallClock;
  readonly onClose: () => void;
}

function ControlDialogs(props: ControlDialogsProps): ReactNode {
  const { asked, config, rollCall, cutOffs, context, onClose } = props;
  return (
    <>
      {asked?.kind === 'start' ? (
        <StartNowDialog press={asked.press} config={config} onClose={onClose} />
      ) : null}
      {asked?.kind === 'count' ? (
        <LineCountDialog
          event={asked.event}
          name={labelEvent(asked.event, config)}
          onClose={onClose}
        />
      ) : null}
      {asked?.kind === 'who' && rollCall ? (
        <WhoWasItDialog seen={asked.seen} rollCall={rollCall} context={context} onClose={onClose} />
      ) : null}
      {asked?.kind === 'time-out' ? (
        <TimeOutDialog
          group={cutOffs.find(({ key }) => key === asked.key)}
          clock={context}
          onClose={onClose}
        />
      ) : null}
      {asked?.kind === 'close' ? (
        <ClosingDialog closing={asked.closing} config={config} clock={context} onClose={onClose} />
      ) : null}
    </>
  );
}
