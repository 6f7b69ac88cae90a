import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';

import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { type AdminRunner, MAX_SAVE_REASON } from '#shared/wire/runners-api.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import type { Saved } from './form/save-draft.ts';
import { TimeFields } from '#client/organisers/runners/TimeFields.tsx';
import { useSaveValues } from './form/use-save-values.ts';
import { useFollowedScans } from '#client/organisers/runners/use-runner-scans.ts';
import { doubtTotal } from '#client/organisers/texts/describe-contradiction.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { FormDialog } from '#client/kit/FormDialog.tsx';
import { SelectField, TextField, useTyped } from '#client/kit/form-fields.tsx';
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
  readonly config: RaceConfig;
  readonly onDone: (saved: Saved) => void;
  readonly onClose: () => void;
}

export function DecideDialog(props: DecideDialogProps): ReactNode {
  const { kind, config, onDone, onClose } = props;
  const { data: read } = useFollowedScans(props.runner);
  const startMs = read?.outcome?.startMs ?? undefined;
  // The runner when the dialog opened: a change by somebody else since then is a conflict.
  const [runner] = useState(props.runner);
  const openedMs = useOpenedMs();
  const form = useForm({ defaultValues: beginDecision(kind, runner) });
  const draft = useTyped(form);
  /** The objection to the typed time that was shown. */
  const [asked, setAsked] = useState<string>();
  const save = useSaveValues();
  const frame = { startMs, dayMs: openedMs, timeZone: config.timeZone };
  const checked = readDecision(kind, draft, runner, frame);
  const name = DECISION_NAMES[kind];
  const total = kind === 'time' ? checked.body?.overrideTime : undefined;
  const doubt = read && total && doubtTotal(total, read, runner.event, config);
  const isAsked = doubt !== undefined && doubt === asked;
  return (
    <FormDialog
      title={`${name}: ${nameRunner(runner)}`}
      confirmLabel={isAsked ? `${name} anyway` : name}
      form={form}
      checked={checked}
      onSave={async (values) => {
        if (doubt && !isAsked) setAsked(doubt);
        else {
          const reason = kind === 'dsq' ? undefined : draft.reason.trim();
          onDone(await save.mutateAsync({ runner, values, reason }));
        }
      }}
      onClose={onClose}
      below={isAsked ? <Banner kind="alert">Is it right? {doubt}</Banner> : null}
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
