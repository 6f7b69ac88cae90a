import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { coursesOf, type Courses } from '#shared/model/courses.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { hasStarted } from '#client/organisers/config/fetched-config.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { type RollCall, type ExpectedTimes, findLateness } from '#shared/control/roll-call.ts';
import { TimeOutDialog } from '#client/organisers/rollcall/TimeOutDialog.tsx';
import { usePastCutOffs } from '#client/organisers/rollcall/use-past-cut-offs.ts';
import { findRunners } from '#client/organisers/runners/find-runners.ts';
import { StatusLine } from '../StatusLine.tsx';
import { useFinder } from '../use-finder.ts';
import { useHeld } from '../use-held.ts';
import { focusRow, useListFocus } from '../use-list-focus.ts';
import { useWorkspace } from '../use-workspace.ts';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { useArrivalFocus } from '#client/ui/use-arrival-focus.ts';
import { ViewChips } from '../ViewChips.tsx';
import { nameTile } from './name-groups.ts';
import { RaceChoice } from './RaceChoice.tsx';
import { RollCallPaper } from './RollCallPaper.tsx';
import { RollCallToolbar } from './RollCallToolbar.tsx';
import { listTiles } from './list-tiles.ts';
import {
  groupCutOffs,
  groupRunners,
  isNotSeenFor,
  listBefore,
  type RunnerGroup,
  type NotSeenMinutes,
  parseShown,
  type Shown,
} from './roll-call-view.ts';
import { RunnerGroups } from './RunnerGroups.tsx';
import { StartLine } from './StartLine.tsx';
import { SweepDialog, SweepLine } from './Sweep.tsx';
import { useSearchParams } from 'react-router-dom';
import type { EventCode } from '#shared/model/ids.ts';
import { beneathOverlays } from '#client/ui/overlays.ts';

export interface OpenRollCallProps {
  readonly rollCall: RollCall;
  readonly times: ExpectedTimes;
  /** Called with the runners who have a row; a stable function. */
  readonly onListed: (ids: ReadonlySet<string>) => void;
}

/** The roll-call once loaded: groups of runners, tiles, lists, and the line of messages. */
export function OpenRollCall({ rollCall, times, onListed }: OpenRollCallProps): ReactNode {
  const { runners = [], missing, version } = useLists();
  const { clock, forms, actions } = useWorkspace();
  const control = missing?.control ?? NO_CONTROL;
  const { config, nowMs } = clock;
  const isStarted =
    forms.config !== undefined && hasStarted(forms.config, nowMs - forms.config.offsetMs);
  const courses = coursesOf(config);
  const { points } = courses;
  const { event, shown, find, change } = useRollCallAddress(courses);
  const finder = useFinder(forms.setStatus, find);
  const { text, setText, inputRef } = finder;
  const [minutes, setMinutes] = useState<NotSeenMinutes>(90);
  const list = useRef<HTMLDivElement>(null);
  useListFocus(list);
  useArrivalFocus(inputRef);

  const events = useMemo(() => {
    const { events: all } = rollCall;
    return event && all.length > 1 ? all.filter((each) => each.event === event) : all;
  }, [rollCall, event]);
  const found = useMemo(
    () => (text.trim() === '' ? undefined : findRunners(runners, text)),
    [runners, text],
  );
  const cutOffs = usePastCutOffs(rollCall, config, nowMs);
  const { gunOf } = cutOffs.context.rules;
  const cutOffGroups = shown === 'past-cut-off' ? cutOffs.groups : undefined;
  const [timeOutKey, setTimeOutKey] = useState<string>();
  // Only this view changes with the time alone.
  const notSeenAtMs = shown === 'unseen' ? nowMs : 0;
  const current = useMemo((): readonly RunnerGroup[] => {
    if (found) {
      const { best } = found;
      const people = best ? [best, ...found.rows.filter((one) => one !== best)] : found.rows;
      const rows = people.flatMap(({ runnerId }) => rollCall.byId.get(runnerId) ?? []);
      return [{ key: 'found', heading: { kind: 'found' }, rows }];
    }
    if (shown === 'start-line') return [];
    if (shown === 'past-cut-off') return groupCutOffs(events, cutOffGroups ?? []);
    const choice = { control, notSeenMinutes: minutes, points, nowMs: notSeenAtMs, gunOf };
    return groupRunners(events, { shown, ...choice });
  }, [found, rollCall, events, shown, control, minutes, points, notSeenAtMs, gunOf, cutOffGroups]);
  // While a panel is open nobody comes or goes (SCREENS.md SG11).
  const groups = useHeld(current, forms.editor?.isDialog === false);
  useEffect(() => {
    const ids = groups.flatMap(({ rows }) => rows.map(({ runner }) => runner.runnerId));
    onListed(new Set(ids));
  }, [groups, onListed]);
  const tiles = useMemo(
    () =>
      listTiles(
        events,
        (called) => findLateness(called, times, nowMs)?.isOverdue ?? false,
        points,
        shown,
      ),
    [events, times, nowMs, points, shown],
  );
  const notSeen = useMemo(
    () =>
      events
        .flatMap(({ called }) => called)
        .filter((one) => isNotSeenFor(one, minutes, { gunOf, nowMs })).length,
    [events, minutes, gunOf, nowMs],
  );
  const neverSeen = events.reduce((sum, { counts }) => sum + counts['never-seen'], 0);

  const renderSweep = (point: TimePoint): ReactNode => {
    if (point === 'start') return null;
    const entry = control.find(({ kind, subject }) => kind === 'sweep' && subject === point);
    return (
      <SweepLine
        point={point}
        entry={entry}
        before={entry ? listBefore(rollCall.events, point) : []}
        clock={clock}
        onSignOff={() => actions.ask({ kind: 'sweep', point })}
        onTakeBack={actions.takeBackSweep}
      />
    );
  };
  return (
    <>
      <div className="unprinted">
        <RaceChoice
          rollCall={rollCall}
          chosen={events.length === 1 ? events[0]?.event : event}
          config={config}
          onChoose={(chosen) => change({ event: chosen ?? '' })}
        />
        <ViewChips
          chips={tiles.map(({ view, count, overdue }) => ({
            view,
            count,
            overdue,
            label: nameTile(view, config),
            isCalling: view === 'out-not-safe' && count > 0,
          }))}
          shown={shown}
          all="course"
          isWrapping
          onShow={(next) => {
            setText('');
            change({ shown: next });
          }}
        />
        <RollCallToolbar
          text={text}
          onText={setText}
          shown={found ? { shown: found.matches, listed: runners.length } : undefined}
          inputRef={inputRef}
          onPress={(event) => {
            if (event.key !== '/') return;
            // Handled as from anywhere else on the screen.
            event.preventDefault();
            inputRef.current?.select();
          }}
          onEnter={() => {
            const { best, matches } = found ?? {};
            finder.enter(matches, best && (() => focusRow(list.current, best.runnerId)));
          }}
          onArrowDown={() => focusRow(list.current)}
          view={shown}
          onView={(view) => {
            setText('');
            change({ shown: view });
          }}
          notSeen={notSeen}
          minutes={minutes}
          onMinutes={setMinutes}
          neverSeen={neverSeen}
          pastCutOff={cutOffs.count}
        />
        <StatusLine />
        {found?.matches === 0 ? (
          <EmptyNote>
            <p>Nobody matches “{text.trim()}”.</p>
          </EmptyNote>
        ) : null}
        {shown === 'start-line' && !found ? (
          <StartLine
            events={events}
            config={config}
            hasStarted={isStarted}
            onDone={actions.finishNonStarters}
            onCheckedIn={forms.setStatus}
          />
        ) : (
          <RunnerGroups
            listRef={list}
            groups={groups}
            listKey={`${shown} ${text}`}
            bestId={found?.best?.runnerId}
            byId={rollCall.byId}
            times={times}
            isNamingState={found !== undefined}
            renderSweep={renderSweep}
            onTimeOut={setTimeOutKey}
            onLeaveTop={finder.focus}
          />
        )}
      </div>
      {timeOutKey === undefined ? null : (
        <TimeOutDialog
          group={cutOffs.groups.find(({ key }) => key === timeOutKey)}
          clock={clock}
          onClose={() => setTimeOutKey(undefined)}
        />
      )}
      <RollCallPaper events={events} clock={clock} version={version} />
      {actions.asked?.kind === 'sweep' ? (
        <SweepDialog
          point={actions.asked.point}
          before={listBefore(rollCall.events, actions.asked.point)}
          clock={clock}
          onDone={(name) => actions.finish({ text: `The sweep has left ${name}.` })}
          onClose={() => actions.ask(undefined)}
        />
      ) : null}
    </>
  );
}

const NO_CONTROL: readonly never[] = [];

/** The view in the address, so that other screens can link to it. */
interface RollCallAddress {
  /** Undefined for all races. */
  readonly event: EventCode | undefined;
  readonly shown: Shown;
  /** The search text that another screen links to; typing here does not change it. */
  readonly find: string;
  readonly change: (part: { readonly event?: EventCode; readonly shown?: Shown }) => void;
}

function useRollCallAddress(courses: Courses): RollCallAddress {
  const [params, setParams] = useSearchParams();
  const event = params.get('event');
  return {
    event: courses.hasEvent(event) ? event : undefined,
    shown: parseShown(params.get('show') ?? ''),
    find: (params.get('find') ?? '').slice(0, 100),
    change: (part) => {
      beneathOverlays(() => {
        const next = new URLSearchParams(location.search);
        const set = (name: string, value: string): void => {
          if (value === '') next.delete(name);
          else next.set(name, value);
        };
        if (part.event !== undefined) set('event', part.event);
        if (part.shown !== undefined) set('show', part.shown === 'course' ? '' : part.shown);
        next.delete('find');
        setParams(next, { replace: true });
      });
    },
  };
}
