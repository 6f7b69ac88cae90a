import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';

import { labelEvent } from '#shared/format/label-event.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { useControl } from '#client/organisers/rollcall/use-control.ts';
import { FormDialog } from '#client/kit/FormDialog.tsx';
import { TextField, useTyped } from '#client/kit/form-fields.tsx';
import { Banner } from '#client/ui/Banner.tsx';
import { nameOrganiser } from '#client/organisers/rollcall/describe-called.ts';

export interface LineCountDialogProps {
  readonly event: EventCode;
  readonly config: RaceConfig;
  readonly onClose: () => void;
}

/** A larger number is a typing error. */
const MOST = 99_999;

/** Enters, changes or removes the number of runners counted over the start line. */
export function LineCountDialog({ event, config, onClose }: LineCountDialogProps): ReactNode {
  const { find, write, remove } = useControl();
  const entry = find({ kind: 'line-count', subject: event });
  const [seenMs] = useState(entry?.atMs);
  const form = useForm({ defaultValues: { count: entry?.count?.toString() ?? '' } });
  const digits = useTyped(form).count.trim();
  const isNumber = /^\d+$/.test(digits) && Number(digits) <= MOST;
  const isRemoved = digits === '' && entry !== undefined;
  return (
    <FormDialog
      title={`How many of ${labelEvent(event, config)} crossed the line?`}
      confirmLabel={isRemoved ? 'Remove the count' : 'Keep this count'}
      form={form}
      checked={{
        body: isNumber || isRemoved ? digits : undefined,
        faults: isNumber ? {} : { count: 'Enter the number of people in digits.' },
      }}
      early={digits === '' ? [] : ['count']}
      onSave={async () => {
        if (isNumber) {
          await write.mutateAsync({ kind: 'line-count', subject: event, count: Number(digits) });
        } else if (entry) await remove.mutateAsync(entry);
        onClose();
      }}
      onClose={onClose}
      below={
        entry && entry.atMs !== seenMs ? (
          <Banner kind="notice">
            {nameOrganiser(entry.by, config)} has counted {entry.count}.
          </Banner>
        ) : null
      }
    >
      <TextField
        name="count"
        label="Counted over the start line"
        hint="As the marshal at the line counted them, whatever the mats read."
        inputMode="numeric"
        isWide
      />
    </FormDialog>
  );
}
