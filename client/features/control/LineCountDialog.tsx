import { type ReactNode, useState } from 'react';

import type { EventCode } from '#shared/model/event.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useControl } from '#client/organisers/rollcall/use-control.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { Field } from '#client/ui/Field.tsx';
import { nameOrganiser } from '#client/organisers/rollcall/describe-called.ts';

export interface LineCountDialogProps {
  readonly event: EventCode;
  readonly name: string;
  readonly onClose: () => void;
}

/** More is no count of people. */
const MOST = 99_999;

/** How many were counted over the start line by hand; a count cannot be removed. */
export function LineCountDialog(props: LineCountDialogProps): ReactNode {
  const { event, name, onClose } = props;
  const { find, write, remove } = useControl();
  const entry = find({ kind: 'line-count', subject: event });
  const [seenMs] = useState(entry?.atMs);
  const [typed, setTyped] = useState(entry?.count === undefined ? '' : String(entry.count));
  const digits = typed.trim();
  const isNumber = /^\d+$/.test(digits) && Number(digits) <= MOST;
  const error = write.error ?? remove.error;
  const save = (): void => {
    const onSuccess = onClose;
    if (isNumber) {
      write.mutate({ kind: 'line-count', subject: event, count: Number(digits) }, { onSuccess });
    } else if (entry) remove.mutate(entry, { onSuccess });
    else onClose();
  };
  return (
    <ConfirmDialog
      title={`How many of ${name} crossed the line?`}
      confirmLabel={digits === '' && entry ? 'Remove the count' : 'Keep this count'}
      isBusy={write.isPending || remove.isPending}
      isReady={isNumber || (digits === '' && entry !== undefined)}
      onConfirm={save}
      onCancel={onClose}
    >
      {error ? <Banner kind="alert">{messageOf(error)}</Banner> : null}
      {entry && entry.atMs !== seenMs ? (
        <Banner kind="notice">
          {nameOrganiser(entry.by)} has counted {entry.count}.
        </Banner>
      ) : null}
      <Field
        label="Counted over the start line"
        hint="As the marshal at the line counted them, whatever the mats read."
        error={digits === '' || isNumber ? undefined : 'Enter the number of people in digits.'}
      >
        {(field) => (
          <input
            {...field}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
    </ConfirmDialog>
  );
}
