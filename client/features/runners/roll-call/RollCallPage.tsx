import { type ReactNode, useMemo, useRef, useState } from 'react';
import { coursesOf, type Courses } from '#shared/model/courses.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { hasStarted } from '#client/organisers/config/fetched-config.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import type { ExpectedTimes, RollCall } from '#shared/control/roll-call.ts';
import { findRunners } from '#client/organisers/runners/find-runners.ts';
import { StatusLine } from '../StatusLine.tsx';
import { useFinder } from '../use-finder.ts';
import { useHeld } from '../use-held.ts';
import { focusRow, useListFocus } from '../use-list-focus.ts';
import { useNewWorkspace, useWorkspace, WorkspaceContext } from '../use-workspace.ts';
import { WorkspaceFrame } from '../WorkspaceFrame.tsx';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { useExpectedTimes } from '#client/organisers/rollcall/use-expected-times.ts';
import { useRollCall } from '#client/organisers/rollcall/use-roll-call.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { FindBox } from '#client/ui/FindBox.tsx';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { usePrintedMs } from '#client/ui/use-printed-range.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { useArrivalFocus } from '#client/ui/use-arrival-focus.ts';
import { ViewChips } from '../ViewChips.tsx';
import { labelEvent } from '#shared/format/label-event.ts';
import {
  groupRunners,
  listBefore,
  listForPaper,
  listTiles,
  type RunnerGroup,
  parseShown,
  type Shown,
} from './roll-call-view.ts';
import { RunnerGroups, type RunnerGroupsProps } from './RunnerGroups.tsx';
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
  const { clock, forms } = useWorkspace();
  const control = missing?.control ?? NO_CONTROL;
  const { config, nowMs } = clock;
  const isStarted =
    forms.config !== undefined && hasStarted(forms.config, nowMs - forms.config.offsetMs);
  const { event, shown, find, change } = useRollCallAddress(coursesOf(config));
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
  const { gunOf } = useMemo(() => scoringRulesOf(config), [config]);
  const [sweepAt, setSweepAt] = useState<TimePoint>();
  const current = useMemo((): readonly RunnerGroup[] => {
    if (found) {
      const { best } = found;
      const people = best ? [best, ...found.rows.filter((one) => one !== best)] : found.rows;
      const rows = people.flatMap(({ runnerId }) => rollCall.byId.get(runnerId) ?? []);
      return [{ key: 'found', name: 'Found', rows }];
    }
    if (shown === 'start-line') return [];
    return groupRunners(events, { shown, control, clock, gunOf });
  }, [found, rollCall, events, shown, control, clock, gunOf]);
  // While a panel is open nobody comes or goes (SCREENS.md SG11).
  const groups = useHeld(current, forms.editor?.isDialog === false);
  const tiles = useMemo(
    () => listTiles(events, { chosen: shown, clock, gunOf }),
    [events, shown, clock, gunOf],
  );
  const show = (next: Shown): void => {
    // The form warns if something was typed.
    if (!forms.leave()) return;
    onText('');
    change({ shown: next });
  };

  const isPrinted = usePrintedMs() !== undefined;
  const renderSweep = (point: TimePoint): ReactNode => (
    <SweepLine point={point} events={rollCall.events} onSignOff={() => setSweepAt(point)} />
  );

  return (
    <>
      {rollCall.events.length > 1 ? (
        <ViewChips
          label="Race"
          chips={[
            { view: '', label: 'All' },
            ...rollCall.events.map((each) => ({
              view: each.event,
              label: `${labelEvent(each.event, config)}, on course`,
              count: each.counts['on-course'],
              isCalling: each.counts['out-not-safe'] > 0,
            })),
          ]}
          shown={event}
          all=""
          onShow={(chosen) => {
            if (forms.leave()) change({ event: chosen });
          }}
        />
      ) : null}
      <ViewChips chips={tiles} shown={shown} all="course" onShow={show} />
      {/* On a phone only the list itself stays in sight. */}
      <div className="toolbar line unprinted px-1 py-2 phone:static tiny:flex-wrap [&>search]:max-w-88 [&>search]:min-w-0 [&>search]:flex-1 tiny:[&>search]:basis-full">
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
      <div className="unprinted">
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
            onFind={finder.focus}
          />
        )}
      </div>
      {isPrinted ? (
        <RollCallPaper
          groups={listForPaper(rollCall.events, { control, clock, gunOf })}
          facts={{ byId: rollCall.byId, times, isNamingState: false }}
          renderSweep={renderSweep}
        />
      ) : null}
      {sweepAt === undefined ? null : (
        <SweepDialog
          point={sweepAt}
          before={listBefore(rollCall.events, sweepAt)}
          onClose={() => setSweepAt(undefined)}
        />
      )}
    </>
  );
}

const NO_CONTROL: readonly never[] = [];

/** Everybody to look for, whatever the screen shows: the laptop may die. The form that may be open stays on the screen. */
function RollCallPaper(
  props: Pick<RunnerGroupsProps, 'groups' | 'facts' | 'renderSweep'>,
): ReactNode {
  const space = useWorkspace();
  const count = props.groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <WorkspaceContext value={{ ...space, forms: { ...space.forms, editor: undefined } }}>
      <section className="hidden print:block" aria-label="On paper">
        <p>{countOf(count, 'runner')} to look for or never seen, of all races.</p>
        <RunnerGroups {...props} listKey="paper" />
      </section>
    </WorkspaceContext>
  );
}

/** The view in the address, so that other screens can link to it. */
function useRollCallAddress(courses: Courses) {
  const [params, setParams] = useSearchParams();
  const asked = params.get('event');
  const event = courses.hasEvent(asked) ? asked : '';
  const shown = parseShown(params.get('show') ?? '');
  return {
    /** Empty for all races. */
    event,
    shown,
    /** The initial search text, from a link of another screen. */
    find: (params.get('find') ?? '').slice(0, 100),
    change: (part: { readonly event?: EventCode; readonly shown?: Shown }): void => {
      const next = { event, shown, ...part };
      beneathOverlays(() => {
        setParams(
          {
            ...(next.event !== '' && { event: next.event }),
            ...(next.shown !== 'course' && { show: next.shown }),
          },
          { replace: true },
        );
      });
    },
  };
}
