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
import { useHeld } from './use-held.ts';
import { focusRow, useListFocus } from './use-list-focus.ts';
import { useNewWorkspace } from './use-workspace.ts';
import { WorkspaceFrame } from './WorkspaceFrame.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';

/**
 * Registration without a mouse: a part of the name or the bib, Enter, the band, Enter, and the cursor is back in the
 * filter for the next runner.
 */
export function RegistrationPage(): ReactNode {
  const { runners, everyone } = useLists();
  const list = useRef<HTMLDivElement>(null);
  const space = useNewWorkspace({
    onDone: (close) => {
      const isFromRow = forms.editor?.isFromRow;
      // At once, so that the filter gets the next key.
      flushSync(() => {
        close();
        if (!isFromRow) finder.field.onText('');
      });
      finder.focus();
    },
  });
  const { forms } = space;
  const finder = useFinder(forms.setStatus);
  const { text, inputRef } = finder.field;
  useArrivalMessage(forms.setStatus);
  useEffect(() => readyToFind(everyone), [everyone]);
  useArrivalFocus(inputRef);
  useListFocus(list);
  const editedId = forms.edited?.runnerId;
  // Nobody comes, goes or moves while a form is open (SCREENS.md SG11).
  const held = useHeld(runners, editedId !== undefined);
  const found = useMemo(() => findRunners(held ?? [], text, editedId), [held, text, editedId]);
  const { best } = found;

  const openNew = (): void => {
    forms.setStatus(undefined);
    forms.open({});
  };

  return (
    <WorkspaceFrame space={space}>
      <div className="[--toolbar:68px] narrow:[--toolbar:58px] tiny:[--toolbar:0px]">
        {/* On a phone only the filter sticks, and with letters twice as large not even that. */}
        <div className="toolbar row between gap-x-4 gap-y-0 px-1 narrow:contents">
          <ScreenHead screen={SCREENS.registration}>
            {/* Invisible until loaded, so that the filter and the button stay in place (SCREENS.md SE8). */}
            <div className={runners ? 'contents' : 'invisible contents'}>
              <Totals />
            </div>
          </ScreenHead>
          <div className="line unprinted max-w-108 flex-[1_1_22rem] gap-3.5 py-3 narrow:sticky narrow:top-0 narrow:z-3 narrow:-mx-1 narrow:max-w-none narrow:gap-2 narrow:bg-ground narrow:px-1 narrow:pt-1 narrow:pb-2.5 tiny:static tiny:flex-wrap [&>search]:min-w-0 [&>search]:flex-1 tiny:[&>search]:basis-full">
            <FindBox
              label="Filter by surname"
              {...finder.field}
              shown={
                found.by && runners
                  ? { shown: found.rows.length, listed: runners.length }
                  : undefined
              }
              onEnter={() => finder.enter(found, ({ runnerId }) => forms.open({ runnerId }))}
              onArrowDown={() => focusRow(list.current)}
            />
            <Only right="runners:edit">
              <Button kind="main" className="rigid" onClick={openNew}>
                New Runner
              </Button>
            </Only>
          </div>
        </div>
        <StatusLine />
        <div ref={list}>
          {found.rows.length > 0 ? (
            <RunnersTable
              columns="entries"
              label="Runners"
              rows={found.rows}
              listKey={text}
              bestId={best?.runnerId}
              onFind={finder.focus}
            />
          ) : (
            <EmptyNote>
              {runners ? <p>{describeEmpty(text.trim())}</p> : <output>Loading...</output>}
            </EmptyNote>
          )}
        </div>
      </div>
    </WorkspaceFrame>
  );
}

function describeEmpty(text: string): string {
  return text === ''
    ? 'Nobody is entered yet. Import a file of runners, or press New Runner.'
    : `Nobody matches “${text}”.`;
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

const Totals = memo(function Totals(): ReactNode {
  const { everyone } = useLists();
  const registered = everyone.filter(
    ({ raceNumber, earlierBands = [] }) => raceNumber !== '' || earlierBands.length > 0,
  );
  return (
    <>
      <p
        className="card shrinks text-s bold muted anywhere px-3 py-[3px]"
        title="Runners with a wristband"
      >
        Total: {registered.length}
      </p>
      <p className="text-s muted">{everyone.length} entered</p>
    </>
  );
});
