import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react';

import type { CalledRunner } from '#shared/control/roll-call.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import { describeResultsState } from '#shared/format/describe-results-state.ts';
import { STATE_NAMES, type RollCallClock } from '#client/organisers/rollcall/describe-called.ts';
import { RunnerReports } from './RunnerReports.tsx';
import type { RollCallActions } from './use-roll-call-actions.ts';
import { describeEntry } from '#client/organisers/runners/describe-change.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { RunnerContacts } from '#client/organisers/runners/RunnerContacts.tsx';
import { RunnerHistory } from './RunnerHistory.tsx';
import { RunnerResult } from './RunnerResult.tsx';
import { describeSave, describeUndone } from './form/status-message.ts';
import type { RunnerForms } from './form/use-runner-forms.ts';
import { useFollowedScans } from '#client/organisers/runners/use-runner-scans.ts';
import { useMay } from '#client/organisers/session/use-session.ts';
import type { Right } from '#shared/wire/rights.ts';
import { Button } from '#client/ui/Button.tsx';
import { isolateText } from '#client/ui/isolate-text.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { DecideDialog } from './DecideDialog.tsx';
import type { DecisionKind } from './decision-draft.ts';
import { describeFinish, describeStart } from './describe-reads.ts';
import { DeskReads } from './DeskReads.tsx';
import styles from './DeskPage.module.css';
import { Slip } from './Slip.tsx';

/** The actions on a runner by their key, which works unless something else has the keyboard. */
const ACTIONS = {
  t: 'Time by hand…',
  r: 'Retired…',
  d: 'Did not start…',
  q: 'Disqualified…',
  o: 'Other distance…',
  b: 'Back in the race',
  n: 'Note…',
  e: 'Edit…',
  p: 'Print slip',
} as const;
type ActionKey = keyof typeof ACTIONS;
const KEYS = Object.keys(ACTIONS) as readonly ActionKey[];
const RIGHTS: Partial<Record<ActionKey, Right>> = {
  r: 'reports:write',
  n: 'reports:write',
  e: 'race:see',
  p: 'race:see',
};
const DECISIONS: Partial<Record<ActionKey, DecisionKind>> = {
  t: 'time',
  d: 'dns',
  q: 'dsq',
  o: 'event',
};

export interface DeskRunnerProps {
  readonly cardRef: RefObject<HTMLElement | null>;
  readonly called: CalledRunner;
  readonly clock: RollCallClock;
  readonly forms: RunnerForms;
  readonly onAct: RollCallActions['act'];
}

export function DeskRunner({ cardRef, called, clock, forms, onAct }: DeskRunnerProps): ReactNode {
  const { runner, state, reports } = called;
  const { config, nowMs } = clock;
  const { runnerId, raceNumber, earlierBands = [], overrideLime } = runner;
  const [decision, setDecision] = useState<DecisionKind>();
  const { data } = useFollowedScans(runner);
  const texts = useTexts();
  useEffect(() => {
    const { activeElement } = document;
    const isTyping = activeElement instanceof HTMLInputElement && activeElement.value !== '';
    // From here on keys act on this runner.
    if (!isTyping) cardRef.current?.focus();
  }, [cardRef]);
  const isOut = overrideLime !== '' || reports.some(({ kind }) => kind === 'stopped');
  const isTimed = parseOverride(overrideLime)?.kind === 'total';
  const may = useMay();
  const keys = KEYS.filter((key) => may(RIGHTS[key] ?? 'runners:edit') && (key !== 'b' || isOut));

  const act = (key: ActionKey): void => {
    const kind = DECISIONS[key];
    if (key === 'p') {
      print();
    } else if (kind) {
      forms.setStatus(undefined);
      setDecision(kind);
    } else {
      const rest = { r: 'stopped', n: 'note', e: 'open', b: 'put-back' } as const;
      onAct(called, { kind: rest[key as keyof typeof rest] });
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = event.key.toLowerCase();
    const isOver = event.target instanceof Element && event.target.closest('dialog');
    const isModified = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    const wanted = keys.find((each) => each === key);
    if (isOver || isModified || !wanted) return;
    event.preventDefault();
    act(wanted);
  };
  const standing = describeResultsState([runner.event], config, nowMs, texts);
  return (
    <>
      {/* The keys are those of the runner while the focus is here. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={cardRef}
        className={styles.card}
        tabIndex={-1}
        aria-label={nameRunner(runner)}
        onKeyDown={onKeyDown}
      >
        <div>
          <h2 className={styles.name}>
            {runner.bibNumber} <bdi>{`${runner.firstName} ${runner.lastName}`.trim()}</bdi>
          </h2>
          <p className="muted anywhere">
            {[
              describeEntry(runner, config),
              runner.category,
              runner.isPrivate ? 'private' : '',
              STATE_NAMES[state],
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <RunnerContacts runner={runner} isNoteFolded />
        </div>
        <RunnerResult runner={runner} config={config} />
        <div className={styles.actions}>
          {keys.map((key) => (
            <Button key={key} aria-keyshortcuts={key} onClick={() => act(key)}>
              {key === 'b' && isTimed ? 'Time as read' : ACTIONS[key]}{' '}
              <kbd className={styles.key}>{key.toUpperCase()}</kbd>
            </Button>
          ))}
        </div>
        <dl className={styles.facts}>
          <Fact name="Start" value={data ? describeStart(data, runner.event, clock) : '…'} />
          <Fact name="Finish" value={data ? describeFinish(data, clock) : '…'} />
          <Fact
            name="Band"
            value={[
              raceNumber === '' ? 'none' : raceNumber,
              ...(earlierBands.length > 0 ? [`earlier ${earlierBands.join(', ')}`] : []),
            ].join(', ')}
          />
          <Fact
            name="Results"
            value={standing === '' ? 'The race is open' : isolateText(standing)}
          />
        </dl>
        <RunnerReports
          called={called}
          clock={clock}
          onTakeBack={(report) => onAct(called, { kind: 'undo', report })}
        />
        <DeskReads runner={runner} clock={clock} onDone={() => cardRef.current?.focus()} />
        <RunnerHistory
          runnerId={runnerId}
          rev={runner.rev}
          isOpen
          mayUndo={() => true}
          onUndone={() => forms.setStatus({ text: describeUndone(runner) })}
        />
      </section>
      {decision ? (
        <DecideDialog
          kind={decision}
          runner={runner}
          read={data}
          config={config}
          onDone={(saved) => {
            setDecision(undefined);
            forms.setStatus(describeSave(saved, config));
          }}
          onClose={() => setDecision(undefined)}
        />
      ) : null}
      {data?.outcome ? (
        <Slip
          runner={runner}
          body={data}
          outcome={data.outcome}
          clock={clock}
          standing={standing}
        />
      ) : null}
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }): ReactNode {
  return (
    <div>
      <dt className="text-s bold muted">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
