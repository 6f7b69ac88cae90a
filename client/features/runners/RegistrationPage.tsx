import { splitName } from '#shared/model/full-name.ts';
import { Only } from '#client/organisers/session/Only.tsx';
import { type ReactNode, useEffect, useMemo, useRef, memo } from 'react';
import { flushSync } from 'react-dom';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { Button } from '#client/ui/Button.tsx';
import { FindBox } from '#client/ui/FindBox.tsx';
import { useArrivalFocus } from '#client/ui/use-arrival-focus.ts';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { StatusLine } from './StatusLine.tsx';
import { findRunners, readyToFind } from '#client/organisers/runners/find-runners.ts';
import { RunnersTable } from './RunnersTable.tsx';
import { useFinder } from './use-finder.ts';
import { focusRow, useListFocus } from './use-list-focus.ts';
import { useNewWorkspace } from './use-workspace.ts';
import { WorkspaceFrame } from './WorkspaceFrame.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';

interface EmptyListProps {
  readonly isLoading: boolean;
  /** Empty when there are no runners at all. */
  readonly text: string;
  readonly onNew: (name: string) => void;
}

function EmptyList({ isLoading, text, onNew }: EmptyListProps): ReactNode {
  if (isLoading) {
    return (
      <EmptyNote>
        <output>Loading...</output>
      </EmptyNote>
    );
  }
  if (text === '') {
    return (
      <EmptyNote>
        <p>Nobody is entered yet. Import a file of runners, or press New Runner.</p>
      </EmptyNote>
    );
  }
  const isName = !/\d/.test(text);
  return (
    <EmptyNote>
      <p>Nobody matches “{text}”.</p>
      <Only right="runners:edit">
        <Button onClick={() => onNew(isName ? text : '')}>
          {isName ? `New runner “${text}”` : 'New runner'}
        </Button>
      </Only>
    </EmptyNote>
  );
}

/**
 * Registration without a mouse: a part of the name or the bib, Enter, the band, Enter, and the cursor is back in the
 * filter for the next runner.
 */
export function RegistrationPage(): ReactNode {
  const { runners, everyone } = useLists();
  const list = useRef<HTMLDivElement>(null);
  const space = useNewWorkspace({
    onDone: (close) => {
      const origin = forms.editor?.origin;
      // At once, so that the filter gets the next key.
      flushSync(() => {
        close();
        if (origin !== 'row') finder.setText('');
      });
      finder.focus();
    },
  });
  const { forms } = space;
  const finder = useFinder(forms.setStatus);
  const { text, inputRef } = finder;
  useArrivalMessage(forms.setStatus);
  useAskedRunner(runners !== undefined, (runnerId) =>
    forms.open({ target: { kind: 'runner', runnerId }, origin: 'button' }),
  );
  useEffect(() => readyToFind(everyone), [everyone]);
  useArrivalFocus(inputRef);
  useListFocus(list);
  const editedId = forms.edited?.runnerId;
  const found = useMemo(
    () => findRunners(runners ?? [], text, editedId),
    [runners, text, editedId],
  );
  const { best } = found;

  const openNew = (name: string): void => {
    forms.setStatus(undefined);
    const { firstName, lastName } = splitName(name);
    // The filter takes surnames, so a single word is one.
    const filled = lastName === '' ? { lastName: firstName } : { firstName, lastName };
    forms.open({ target: { kind: 'new', filled: name === '' ? {} : filled }, origin: 'button' });
  };

  return (
    <WorkspaceFrame space={space}>
      <div className="[--toolbar:68px] narrow:[--toolbar:58px] tiny:[--toolbar:0px]">
        {/* On a phone only the filter sticks, and with letters twice as large not even that. */}
        <div className="toolbar row between gap-x-4 gap-y-0 px-1 narrow:contents">
          <ScreenHead screen={SCREENS.registration}>
            {/* Invisible until loaded, so that the filter and the button stay in place (SCREENS.md SE8). */}
            <div className={runners ? 'contents' : 'invisible contents'}>
              <Totals runners={everyone} config={forms.config} />
            </div>
          </ScreenHead>
          <div className="line unprinted max-w-108 flex-[1_1_22rem] gap-3.5 py-3 narrow:sticky narrow:top-0 narrow:z-3 narrow:-mx-1 narrow:max-w-none narrow:gap-2 narrow:bg-ground narrow:px-1 narrow:pt-1 narrow:pb-2.5 tiny:static tiny:flex-wrap [&>search]:min-w-0 [&>search]:flex-1 tiny:[&>search]:basis-full">
            <FindBox
              label="Filter by surname"
              inputRef={inputRef}
              text={text}
              onText={finder.setText}
              shown={
                found.by && runners
                  ? { shown: found.rows.length, listed: runners.length }
                  : undefined
              }
              onEnter={() =>
                finder.enter(found, ({ runnerId }) =>
                  forms.open({ target: { kind: 'runner', runnerId }, origin: 'filter' }),
                )
              }
              onArrowDown={() => focusRow(list.current)}
            />
            <Only right="runners:edit">
              <Button kind="main" className="rigid" onClick={() => openNew('')}>
                New Runner
              </Button>
            </Only>
          </div>
        </div>
        <StatusLine>
          {found.by === 'name' && found.rows.length > 0 ? (
            <p className="text-m muted anywhere bg-ground px-[13px] py-1">
              No surname has “{text.trim()}”: found by first name.
            </p>
          ) : null}
        </StatusLine>
        <div ref={list}>
          {found.rows.length > 0 ? (
            <RunnersTable
              columns="entries"
              label="Runners"
              rows={found.rows}
              listKey={text}
              bestId={best?.runnerId}
              onFind={finder.focus}
              onBack={finder.focus}
            />
          ) : (
            <EmptyList isLoading={!runners} text={text.trim()} onNew={openNew} />
          )}
        </div>
      </div>
    </WorkspaceFrame>
  );
}

/** Opens the form of the runner named by the address, once: `/admin?runner=ID`. */
function useAskedRunner(areListed: boolean, open: (runnerId: string) => void): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get('runner');
  const latestOpen = useRef(open);
  useEffect(() => {
    latestOpen.current = open;
  });
  useEffect(() => {
    if (asked === null || !areListed) return;
    latestOpen.current(asked);
    void navigate(pathname, { replace: true });
  }, [asked, areListed, pathname, navigate]);
}

/** Shows the message of the screen that led here, such as a successful upload; once. */
function useArrivalMessage(setStatus: (status: { readonly text: string }) => void): void {
  const { pathname, state } = useLocation() as Location<unknown>;
  const navigate = useNavigate();
  useEffect(() => {
    if (typeof state !== 'object' || state === null || !('status' in state)) return;
    if (typeof state.status === 'string') setStatus({ text: state.status });
    void navigate(pathname, { replace: true, state: null });
  }, [pathname, state, navigate, setStatus]);
}

const TOTAL = 'card shrinks text-s bold muted anywhere px-3 py-[3px]';

interface TotalsProps {
  readonly runners: readonly AdminRunner[];
  readonly config: RaceConfig | undefined;
}

const Totals = memo(function Totals({ runners, config = DEFAULT_CONFIG }: TotalsProps): ReactNode {
  const registered = runners.filter(
    ({ raceNumber, earlierBands = [] }) => raceNumber !== '' || earlierBands.length > 0,
  );
  const offered = listEvents(config);
  const parts = coursesOf(config).events.flatMap((event) => {
    const count = registered.filter((runner) => runner.event === event).length;
    return count > 0 || offered.includes(event) ? `${labelEvent(event, config)}: ${count}` : [];
  });
  return (
    <>
      <p className={TOTAL} title="Runners with a wristband">
        Total: {registered.length}
      </p>
      <p className={TOTAL}>{parts.join(' · ')}</p>
      <p className="text-s muted">{runners.length} entered</p>
    </>
  );
});
