import { splitName } from '#shared/model/full-name.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { Only } from '#client/organisers/session/Only.tsx';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { Button } from '#client/ui/Button.tsx';
import { FindBox } from '#client/ui/FindBox.tsx';
import { useArrivalFocus } from '#client/ui/use-arrival-focus.ts';
import { LeaveDialog } from '#client/ui/LeaveDialog.tsx';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { useRaceNow } from '#client/organisers/lists/use-race-now.ts';
import { CheckInButton } from './CheckInButton.tsx';
import { StatusLine } from './StatusLine.tsx';
import { EditorDialog } from './form/EditorDialog.tsx';
import {
  describeUnopened,
  findRunners,
  readyToFind,
} from '#client/organisers/runners/find-runners.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { ReaderBurst } from '#client/organisers/runners/reader-burst.ts';
import { RunnersTable } from './RunnersTable.tsx';
import { useRunnerForms } from './form/use-runner-forms.ts';
import styles from './RegistrationPage.module.css';
import { Totals } from './Totals.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';

interface EmptyListProps {
  readonly isLoading: boolean;
  /** The search text; empty when there are no runners at all. */
  readonly text: string;
  /** With the name that was typed; empty for none. */
  readonly onNew: (name: string) => void;
}

/** Shown in place of a table without rows. */
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
 * Registration. The next runner needs no mouse: a part of the name or the bib, Enter, the band,
 * Enter, and the cursor is back in the filter.
 */
export function RegistrationPage(): ReactNode {
  const { runners, everyone } = useLists();
  const forms = useRunnerForms((id) => (runners ?? []).some(({ runnerId }) => runnerId === id));
  const [text, setText] = useState('');
  const filter = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [burst] = useState(() => new ReaderBurst<undefined>());
  const lastRead = useRef<string>(undefined);
  /** The focus came back here, and nothing was typed since. */
  const isJustBack = useRef(false);
  useArrivalMessage(forms.setStatus);
  useAskedRunner(runners !== undefined, (runnerId) =>
    forms.open({ target: { kind: 'runner', runnerId }, origin: 'button' }),
  );
  useEffect(() => readyToFind(everyone), [everyone]);
  useArrivalFocus(filter);
  const editedId = forms.edited?.runnerId;
  const found = useMemo(
    () => findRunners(runners ?? [], text, editedId),
    [runners, text, editedId],
  );
  const nowMs = useRaceNow(forms.config);
  const { gunOf } = useMemo(() => scoringRulesOf(forms.config ?? DEFAULT_CONFIG), [forms.config]);
  // After their gun the start line checks people in.
  const yetToStart = found.rows.filter((runner) => (gunOf(runner) ?? Infinity) > nowMs);

  const backToFilter = (): void => {
    filter.current?.focus();
    filter.current?.select();
  };
  const finish = (close: () => void): void => {
    const origin = forms.editor?.origin;
    // The overlay has to be gone before the filter takes the focus, and before the next key: a reader does not wait.
    flushSync(() => {
      close();
      if (origin !== 'row') setText('');
    });
    backToFilter();
    isJustBack.current = true;
  };
  const openNew = (name: string): void => {
    forms.setStatus(undefined);
    const { firstName, lastName } = splitName(name);
    // One word is what the filter asks for: a surname.
    const filled = lastName === '' ? { lastName: firstName } : { firstName, lastName };
    forms.open({ target: { kind: 'new', filled: name === '' ? {} : filled }, origin: 'button' });
  };
  const openBest = (): void => {
    if (isJustBack.current) {
      isJustBack.current = false;
      return;
    }
    const read = lastRead.current === text.trim() ? lastRead.current : undefined;
    if (!found.best) {
      forms.setStatus(
        found.matches > 0 ? { text: describeUnopened(found), tone: 'notice' } : undefined,
      );
      // A text that matches nobody is replaced by the next input; one that matches several can be extended.
      if (found.matches === 0 || read !== undefined) filter.current?.select();
      return;
    }
    if (found.bestBy === 'band' && read !== undefined) {
      // A reader that types a band here probably missed the bib before it, or read the band twice: the next number must
      // not become a band of its holder.
      const { best } = found;
      forms.setStatus({ text: `Band ${read} is that of ${nameRunner(best)}.`, tone: 'notice' });
      filter.current?.select();
      return;
    }
    forms.setStatus(undefined);
    const { runnerId } = found.best;
    forms.open({
      target: { kind: 'runner', runnerId },
      origin: 'filter',
      ...(read === undefined ? {} : { openedBy: read }),
    });
  };

  return (
    <>
      <div className={styles.toolbar}>
        <ScreenHead screen={SCREENS.registration}>
          <div className={styles.totals} data-known={runners !== undefined}>
            <Totals runners={everyone} config={forms.config} />
          </div>
          <CheckInButton runners={yetToStart} onDone={forms.setStatus} />
        </ScreenHead>
        <div className={styles.find}>
          <FindBox
            label="Filter by surname"
            inputRef={filter}
            text={text}
            onText={(typed) => {
              isJustBack.current = false;
              setText(typed);
            }}
            shown={
              found.by && runners ? { shown: found.rows.length, listed: runners.length } : undefined
            }
            onPress={({ key, repeat, nativeEvent }) => {
              const read = burst.take(
                repeat ? 'held' : key,
                nativeEvent.timeStamp,
                () => undefined,
              );
              lastRead.current = read?.number;
              // A reader may end a number with two line ends.
              isJustBack.current &&= key === 'Enter';
            }}
            onEnter={openBest}
            onArrowDown={() =>
              list.current?.querySelector<HTMLElement>('tbody button, tbody input')?.focus()
            }
          />
          <Only right="runners:edit">
            <Button kind="main" onClick={() => openNew('')}>
              New Runner
            </Button>
          </Only>
        </div>
      </div>
      <StatusLine forms={forms}>
        {found.by === 'name' && found.rows.length > 0 ? (
          <p className={styles.note}>No surname has “{text.trim()}”: found by first name.</p>
        ) : null}
      </StatusLine>
      <div ref={list}>
        {found.rows.length > 0 ? (
          <RunnersTable
            forms={forms}
            label="Runners"
            rows={found.rows}
            listKey={text}
            bestId={found.best?.runnerId}
            onLeaveTop={backToFilter}
            onDone={finish}
            onBack={backToFilter}
          />
        ) : (
          <EmptyList isLoading={!runners} text={text.trim()} onNew={openNew} />
        )}
      </div>
      <LeaveDialog isOn={forms.isUnsaved} />
      <EditorDialog forms={forms} onDone={finish} />
    </>
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

/** Shows the message of the screen that led here, such as that an upload worked; once. */
function useArrivalMessage(setStatus: (status: { readonly text: string }) => void): void {
  const { pathname, state } = useLocation() as Location<unknown>;
  const navigate = useNavigate();
  useEffect(() => {
    if (typeof state !== 'object' || state === null || !('status' in state)) return;
    if (typeof state.status === 'string') setStatus({ text: state.status });
    void navigate(pathname, { replace: true, state: null });
  }, [pathname, state, navigate, setStatus]);
}
