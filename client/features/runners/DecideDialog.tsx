import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import {
  type AdminRunner,
  MAX_SAVE_REASON,
  type RunnerScansBody,
} from '#shared/wire/runners-api.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import type { Saved } from './form/save-draft.ts';
import { TimeFields } from '#client/organisers/runners/TimeFields.tsx';
import { useSaveValues } from './form/use-save-values.ts';
import { doubtTotal } from '#client/organisers/texts/describe-contradiction.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { Field } from '#client/ui/Field.tsx';
import { LeaveDialog } from '#client/ui/LeaveDialog.tsx';
import { useOpenedMs } from '#client/organisers/lists/use-race-now.ts';
import {
  beginDecision,
  DECISION_NAMES,
  type DecisionKind,
  readDecision,
} from './decision-draft.ts';

export interface DecideDialogProps {
  readonly kind: DecisionKind;
  readonly runner: AdminRunner;
  /** Their reads, and the start of their time; undefined until they are there. */
  readonly read: RunnerScansBody | undefined;
  readonly config: RaceConfig;
  readonly onDone: (saved: Saved) => void;
  readonly onClose: () => void;
}

/** Decides something about a runner that overrides what was read, with a reason. */
export function DecideDialog(props: DecideDialogProps): ReactNode {
  const { kind, read, config, onDone, onClose } = props;
  const startMs = read?.outcome?.startMs ?? undefined;
  // The runner when the dialog opened: a change by somebody else since then is a conflict.
  const [runner] = useState(props.runner);
  const openedMs = useOpenedMs();
  const [first] = useState(() => beginDecision(kind, runner));
  const [draft, setDraft] = useState(first);
  /** The objection to the typed time that was shown. */
  const [asked, setAsked] = useState<string>();
  const [isLookedAt, setIsLookedAt] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const save = useSaveValues();
  const frame = { startMs, dayMs: openedMs, timeZone: config.timeZone };
  const { values, faults } = readDecision(kind, draft, runner, frame);
  const shown = isLookedAt ? faults : {};
  const name = DECISION_NAMES[kind];
  const change = (part: Partial<typeof draft>): void =>
    setDraft((before) => ({ ...before, ...part }));
  const total = kind === 'time' ? values?.overrideTime : undefined;
  const doubt = read && total && doubtTotal(total, read, runner.event, config);
  const isAsked = doubt !== undefined && doubt === asked;
  const confirm = (): void => {
    if (values && doubt && !isAsked) {
      setAsked(doubt);
    } else if (values) {
      const reason = kind === 'dsq' ? undefined : draft.reason.trim();
      save.mutate({ runner, values, reason }, { onSuccess: onDone });
      return;
    }
    flushSync(() => setIsLookedAt(true));
    fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };
  return (
    <ConfirmDialog
      title={`${name}: ${nameRunner(runner)}`}
      confirmLabel={isAsked ? `${name} anyway` : name}
      isBusy={save.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {save.error ? <Banner kind="alert">{messageOf(save.error)}</Banner> : null}
      {isAsked ? <Banner kind="alert">Is it right? {doubt}</Banner> : null}
      <div ref={fields} className="stack-12 one-column">
        {kind === 'time' ? (
          <TimeFields
            typed={draft.time}
            frame={frame}
            fault={shown.time}
            onChange={(time) => change({ time })}
          />
        ) : null}
        {kind === 'event' ? (
          <Field label="Distance" error={shown.event}>
            {(control) => (
              <select
                {...control}
                value={draft.event}
                onChange={({ currentTarget }) => change({ event: currentTarget.value })}
              >
                {listEvents(config).map((event) => (
                  <option key={event} value={event}>
                    {labelEvent(event, config)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ) : null}
        <Field label={kind === 'dsq' ? 'Rule broken' : 'Reason'} error={shown.reason}>
          {(control) => (
            <input
              {...control}
              type="text"
              autoComplete="off"
              maxLength={MAX_SAVE_REASON}
              value={draft.reason}
              onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
            />
          )}
        </Field>
      </div>
      <LeaveDialog isOn={draft !== first} />
    </ConfirmDialog>
  );
}
