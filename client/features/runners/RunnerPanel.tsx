import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { describeResultsState } from '#shared/format/describe-results-state.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { STATE_NAMES } from '#client/organisers/rollcall/describe-called.ts';
import { describeEntry, describeNumbers } from '#client/organisers/runners/describe-change.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { RunnerContacts } from '#client/organisers/runners/RunnerContacts.tsx';
import { useRunnerScans } from '#client/organisers/runners/use-runner-scans.ts';
import { useMay } from '#client/organisers/session/use-session.ts';
import { Button } from '#client/ui/Button.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import { RunnerEditor } from './form/RunnerEditor.tsx';
import type { OpenEditor } from './form/save-queue.ts';
import { Contradiction } from './RunnerFacts.tsx';
import { RunnerHistory } from './RunnerHistory.tsx';
import { RunnerReads } from './RunnerReads.tsx';
import { RunnerReports } from './RunnerReports.tsx';
import { RunnerResult } from './RunnerResult.tsx';
import { Slip } from './Slip.tsx';
import { ACTIONS, type ActionKey, listActions } from './use-actions.ts';
import { useWorkspace } from './use-workspace.ts';

export interface RunnerPanelProps {
  readonly runner: AdminRunner;
  /** Undefined where it is open by the address. */
  readonly editor: OpenEditor | undefined;
  readonly onClose?: () => void;
  /** Needed where nothing around handles Escape. */
  readonly onEscape?: () => void;
  /** On the results desk everything is unfolded, and a slip is ready to print. */
  readonly isDesk?: boolean;
}

/**
 * Everything about one runner, in place of their row, in a dialog or at the desk: the form if it is open, the result, the
 * actions and their keys, the reports, the reads with their verdicts, and the history.
 */
export function RunnerPanel(props: RunnerPanelProps): ReactNode {
  const { runner, editor, onClose, onEscape, isDesk = false } = props;
  const { forms, clock, actions, callOf } = useWorkspace();
  const { config, nowMs } = clock;
  const { runnerId, earlierBands = [] } = runner;
  const draft = editor?.isCard ? undefined : editor;
  const isCard = draft === undefined;
  const called = callOf(runner);
  const panel = useRef<HTMLElement>(null);
  const may = useMay();
  const texts = useTexts();
  const { data } = useRunnerScans(runner);
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const { activeElement } = document;
    const isTyping = activeElement instanceof HTMLInputElement && activeElement.value !== '';
    // So that keys act on this runner.
    if (isCard && !isTyping) panel.current?.focus({ preventScroll: true });
  }, [isCard]);
  const keys = called ? listActions(called, may).filter((key) => key !== 'e' || isCard) : [];
  const standing = describeResultsState([runner.event], config, nowMs, texts);

  const act = (key: ActionKey): void => {
    if (!called) return;
    if (key === 'p') flushSync(() => setIsPrinting(true));
    actions.act(called, key);
    setIsPrinting(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target, key } = event;
    // A dialog above it has its own keys.
    const isHere =
      target instanceof Element && target.closest('dialog, [data-panel]') === panel.current;
    if (!isHere || event.defaultPrevented) return;
    if (key === 'Escape' && onEscape) {
      onEscape();
      return;
    }
    const isTyping = target.matches('input, select, textarea');
    const isModified = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    const wanted = keys.find((each) => each === key.toLowerCase());
    if (isTyping || isModified || !wanted) return;
    event.preventDefault();
    act(wanted);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={panel}
        className="stack-12 one-column shrinks focus-visible:outline-offset-6"
        tabIndex={-1}
        data-panel
        aria-label={nameRunner(runner)}
        onKeyDown={onKeyDown}
      >
        {draft ? (
          <RunnerEditor
            key={draft.opening}
            draft={draft}
            runner={runner}
            onCancel={onClose ?? forms.close}
          />
        ) : (
          <div className="row between">
            <div className="fills">
              <h2 className="heading anywhere text-title-l">
                {runner.bibNumber} <bdi>{`${runner.firstName} ${runner.lastName}`.trim()}</bdi>
              </h2>
              <p className="muted anywhere">
                {[
                  describeEntry(runner, config),
                  runner.category,
                  describeNumbers({ ...runner, bibNumber: '' }),
                  earlierBands.length > 0 ? `earlier ${earlierBands.join(', ')}` : '',
                  runner.isPrivate ? 'private' : '',
                  called ? STATE_NAMES[called.state] : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {onClose ? <Button onClick={onClose}>Close</Button> : null}
          </div>
        )}
        <RunnerContacts runner={runner} />
        <RunnerResult runner={runner} />
        {called?.contradiction ? <Contradiction called={called} /> : null}
        <div className="flow gap-1.5">
          {keys.map((key) => (
            <Button key={key} aria-keyshortcuts={key} onClick={() => act(key)}>
              {nameAction(key, runner)}{' '}
              <kbd
                className="text-xs muted [font-family:inherit] pointer-coarse:hidden"
                aria-hidden
              >
                {key.toUpperCase()}
              </kbd>
            </Button>
          ))}
        </div>
        {called ? (
          <RunnerReports
            called={called}
            onTakeBack={(report) => actions.takeBackReport(called, report)}
          />
        ) : null}
        <RunnerReads
          runner={runner}
          count={data?.scans.length}
          isOpen={isDesk}
          onDone={() => panel.current?.focus()}
        />
        <RunnerHistory runnerId={runnerId} rev={runner.rev} isOpen={isDesk} />
      </section>
      {data?.outcome && (isDesk || isPrinting) ? (
        <Slip runner={runner} body={data} outcome={data.outcome} standing={standing} />
      ) : null}
    </>
  );
}

function nameAction(key: ActionKey, { overrideLime }: AdminRunner): string {
  if (key === 'b' && parseOverride(overrideLime)?.kind === 'total') return 'Time as read';
  return ACTIONS[key].name;
}
