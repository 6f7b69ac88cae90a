import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';

import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import type { CalledRunner } from '#shared/control/roll-call.ts';
import { MAX_SAVE_REASON } from '#shared/wire/runners-api.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { TimeFields } from '#client/organisers/runners/TimeFields.tsx';
import { useSaveValues } from './form/use-save-values.ts';
import { useRunnerScans } from '#client/organisers/runners/use-runner-scans.ts';
import { FormDialog } from '#client/kit/FormDialog.tsx';
import { SelectField, TextField, useTyped } from '#client/kit/form-fields.tsx';
import { useOpenedMs } from '#client/organisers/lists/race-clock.tsx';
import {
  beginDecision,
  DECISION_LABELS,
  DECISION_NAMES,
  type DecisionKind,
  readDecision,
} from './decision-draft.ts';
import { useWorkspace } from './use-workspace.ts';

export interface DecideDialogProps {
  readonly kind: DecisionKind;
  readonly called: CalledRunner;
}

export function DecideDialog({ kind, called }: DecideDialogProps): ReactNode {
  const { clock, actions } = useWorkspace();
  const { config } = clock;
  const startMs = useRunnerScans(called.runner).data?.outcome?.startMs ?? undefined;
  // The runner when the dialog opened: a change by somebody else since then is a conflict.
  const [runner] = useState(called.runner);
  const openedMs = useOpenedMs();
  const form = useForm({ defaultValues: beginDecision(kind, runner) });
  const draft = useTyped(form);
  const save = useSaveValues();
  const frame = { startMs, dayMs: openedMs, timeZone: config.timeZone };
  const checked = readDecision(kind, draft, runner, frame);
  return (
    <FormDialog
      title={`${DECISION_NAMES[kind]}: ${nameRunner(runner)}`}
      confirmLabel={DECISION_LABELS[kind]}
      form={form}
      checked={checked}
      onSave={async (values) => {
        const reason = kind === 'dsq' ? undefined : draft.reason.trim();
        actions.finishDecision(called, await save.mutateAsync({ runner, values, reason }));
      }}
      onClose={actions.close}
    >
      {kind === 'time' ? <TimeFields frame={frame} /> : null}
      {kind === 'event' ? (
        <SelectField
          name="event"
          label="Distance"
          isWide
          options={listEvents(config).map((event) => [event, labelEvent(event, config)])}
        />
      ) : null}
      <TextField
        name="reason"
        label={kind === 'dsq' ? 'Rule broken' : 'Reason'}
        maxLength={MAX_SAVE_REASON}
        isWide
      />
    </FormDialog>
  );
}
