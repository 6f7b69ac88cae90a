import { type ReactNode, useMemo, useRef, useState } from 'react';
import { coursesOf, type Courses } from '#shared/model/courses.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { hasStarted } from '#client/organisers/config/fetched-config.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { type ExpectedTimes, type RollCall, findLateness } from '#shared/control/roll-call.ts';
import { TimeOutDialog } from '#client/organisers/rollcall/TimeOutDialog.tsx';
import { usePastCutOffs } from '#client/organisers/rollcall/use-past-cut-offs.ts';
import { findRunners } from '#client/organisers/runners/find-runners.ts';
import { StatusLine } from '../StatusLine.tsx';
import { useFinder } from '../use-finder.ts';
import { useHeld } from '../use-held.ts';
import { focusRow, useListFocus } from '../use-list-focus.ts';
import { useNewWorkspace, useWorkspace } from '../use-workspace.ts';
import { WorkspaceFrame } from '../WorkspaceFrame.tsx';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { useExpectedTimes } from '#client/organisers/rollcall/use-expected-times.ts';
import { useRollCall } from '#client/organisers/rollcall/use-roll-call.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { FindBox } from '#client/ui/FindBox.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { useArrivalFocus } from '#client/ui/use-arrival-focus.ts';
import { ViewChips } from '../ViewChips.tsx';
import { nameTile } from './name-groups.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { RollCallCounts } from '#shared/scoring/whereabouts.ts';
import { RollCallPaper } from './RollCallPaper.tsx';
import {
  groupCutOffs,
  groupRunners,
  isNotSeenFor,
  listBefore,
  listTiles,
  type RunnerGroup,
  parseShown,
  type Shown,
} from './roll-call-view.ts';
import { RunnerGroups } from './RunnerGroups.tsx';
import { StartLine } from './StartLine.tsx';
import { SweepDialog, SweepLine } from './Sweep.tsx';
import { useSearchParams } from 'react-router-dom';
import type { EventCode } from '#shared/model/ids.ts';
import { beneathOverlays } from '#client/ui/overlays.ts';

export function RollCallPage(): ReactNode {
  const space = useNewWorkspace();
  const { config, nowMs } = space.clock;
  const rollCall = useRollCall(config, nowMs);
  const { times, problem } = useExpectedTimes();
  return (
    <WorkspaceFrame space={space}>
      <div className="[--toolbar:60px] phone:[--toolbar:0px]">
        <ScreenHead screen={SCREENS.rollcall} />
        {problem === undefined ? null : (
          <Banner kind="notice">Expected times may be old or missing. {problem}</Banner>
        )}
        {rollCall ? (
          <OpenRollCall rollCall={rollCall} times={times} />
        ) : (
          <output>Loading...</output>
        )}
      </div>
    </WorkspaceFrame>
  );
}

interface OpenRollCallProps {
  readonly rollCall: RollCall;
  readonly times: ExpectedTimes;
}

function OpenRollCall({ rollCall, times }: OpenRollCallProps): ReactNode {
  const { runners = [], missing } = useLists();
  const { clock, forms, actions } = useWorkspace();
  const control = missing?.control ?? NO_CONTROL;
  const { config, nowMs } = clock;
  const isStarted =
    forms.config !== undefined && hasStarted(forms.config, nowMs - forms.config.offsetMs);
  const courses = coursesOf(config);
  const { points } = courses;
  const { event, shown, find, change } = useRollCallAddress(courses);
  const finder = useFinder(forms.setStatus, find);
  const { text, onText, inputRef } = finder.field;
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
  // Zero for the other views, which do not depend on the time.
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
    const choice = { control, points, nowMs: notSeenAtMs, gunOf };
    return groupRunners(events, { shown, ...choice });
  }, [found, rollCall, events, shown, control, points, notSeenAtMs, gunOf, cutOffGroups]);
  // While a panel is open nobody comes or goes (SCREENS.md SG11).
  const groups = useHeld(current, forms.editor?.isDialog === false);
  const tiles = useMemo(
    () =>
      listTiles(events, {
        isOverdue: (called) => findLateness(called, times, nowMs)?.isOverdue ?? false,
        isUnseen: (called) => isNotSeenFor(called, { gunOf, nowMs }),
        pastCutOff: cutOffs.count,
        points,
        chosen: shown,
      }),
    [events, times, nowMs, points, shown, gunOf, cutOffs.count],
  );
  const show = (next: Shown): void => {
    // The form warns if something was typed.
    if (!forms.leave()) return;
    onText('');
    change({ shown: next });
  };

  const renderSweep = (point: TimePoint): ReactNode => {
    if (point === 'start') return null;
    const entry = control.find(({ kind, subject }) => kind === 'sweep' && subject === point);
    return (
      <SweepLine
        point={point}
        entry={entry}
        before={entry ? listBefore(rollCall.events, point) : []}
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
          onChoose={(chosen) => {
            if (forms.leave()) change({ event: chosen ?? '' });
          }}
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
          onShow={show}
        />
        {/* On a phone only the list itself stays in sight. */}
        <div className="toolbar line px-1 py-2 phone:static tiny:flex-wrap [&>search]:max-w-88 [&>search]:min-w-0 [&>search]:flex-1 tiny:[&>search]:basis-full">
          <FindBox
            label="Find a bib or name"
            {...finder.field}
            shown={found ? { shown: found.matches, listed: runners.length } : undefined}
            onEnter={() => finder.enter(found, ({ runnerId }) => focusRow(list.current, runnerId))}
            onArrowDown={() => focusRow(list.current)}
          />
          <Button onClick={() => window.print()}>Print</Button>
        </div>
        <StatusLine />
        {found?.matches === 0 ? (
          <EmptyNote>
            <p>Nobody matches “{text.trim()}”.</p>
          </EmptyNote>
        ) : null}
        {shown === 'start-line' && !found ? (
          <StartLine events={events} hasStarted={isStarted} />
        ) : (
          <RunnerGroups
            listRef={list}
            groups={groups}
            listKey={`${shown} ${text}`}
            bestId={found?.best?.runnerId}
            facts={{ byId: rollCall.byId, times, isNamingState: found !== undefined }}
            renderSweep={renderSweep}
            onTimeOut={setTimeOutKey}
            onFind={finder.focus}
          />
        )}
      </div>
      {timeOutKey === undefined ? null : (
        <TimeOutDialog
          group={cutOffs.groups.find(({ key }) => key === timeOutKey)}
          onClose={() => setTimeOutKey(undefined)}
        />
      )}
      <RollCallPaper events={events} />
      {actions.asked?.kind === 'sweep' ? (
        <SweepDialog
          point={actions.asked.point}
          before={listBefore(rollCall.events, actions.asked.point)}
        />
      ) : null}
    </>
  );
}

interface RaceChoiceProps {
  readonly rollCall: RollCall;
  /** Undefined for all. */
  readonly chosen: EventCode | undefined;
  readonly config: RaceConfig;
  readonly onChoose: (event: EventCode | undefined) => void;
}

function RaceChoice({ rollCall, chosen, config, onChoose }: RaceChoiceProps): ReactNode {
  const { events, counts } = rollCall;
  const card = (event: EventCode | undefined, name: string, shown: RollCallCounts): ReactNode => (
    <button
      key={name}
      type="button"
      className="card shrinks text-left clickable touch border-0 px-3.5 py-[7px] aria-pressed:[box-shadow:inset_4px_0_0_var(--accent),0_0_0_1px_var(--line)]"
      aria-pressed={event === chosen}
      onClick={() => onChoose(event)}
    >
      <strong className="bold">
        {name}: {shown.started} started
      </strong>{' '}
      <span className="block text-s muted">
        {shown.finished} finished · {shown['out-safe'] + shown['out-not-safe']} out
        {shown['out-not-safe'] > 0 ? (
          <span className="bold text-alert"> ({shown['out-not-safe']} not accounted for)</span>
        ) : null}{' '}
        · <strong className="bold text-ink">{shown['on-course']} on course</strong>
      </span>
    </button>
  );
  return (
    <fieldset
      // On a phone they scroll sideways.
      className="plain-set grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-2 phone:-mx-1 phone:auto-cols-[min(15rem,80%)] phone:grid-flow-col phone:grid-cols-none phone:overflow-x-auto phone:overscroll-x-contain phone:p-1 phone:[scrollbar-width:none]"
      aria-label="Race"
    >
      {events.length === 1 ? null : card(undefined, 'All', counts)}
      {events.map((each) => card(each.event, labelEvent(each.event, config), each.counts))}
    </fieldset>
  );
}

const NO_CONTROL: readonly never[] = [];

/** The view in the address, so that other screens can link to it. */
function useRollCallAddress(courses: Courses) {
  const [params, setParams] = useSearchParams();
  const event = params.get('event');
  return {
    event: courses.hasEvent(event) ? event : undefined,
    shown: parseShown(params.get('show') ?? ''),
    /** The initial search text, from a link of another screen. */
    find: (params.get('find') ?? '').slice(0, 100),
    change: (part: { readonly event?: EventCode; readonly shown?: Shown }): void => {
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
