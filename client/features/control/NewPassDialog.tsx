import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { isTimePoint } from '#shared/model/time-point.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import {
  MAX_PASS_MS,
  MAX_PASS_NAME,
  type NewPassBody,
  type NewPassReply,
} from '#shared/wire/marshal-api.ts';
import { FormDialog } from '#client/kit/FormDialog.tsx';
import { type Checked, SelectField, TextField, useTyped } from '#client/kit/form-fields.tsx';
import { useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';
import { useRaceClock } from '#client/organisers/lists/race-clock.tsx';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { listMarshalPoints } from './passes.ts';

/** A new pass with its address, which is shown only once. */
export interface MadePass extends NewPassBody, Pick<NewPassReply, 'url'> {}

export interface NewPassDialogProps {
  readonly events: readonly EventCode[];
  readonly onMade: (made: MadePass) => void;
  readonly onClose: () => void;
}

const SPANS = [
  ['12', '12 hours'],
  ['24', '1 day'],
  ['48', '2 days'],
  ['72', '3 days'],
] as const;

export function NewPassDialog({ events, onMade, onClose }: NewPassDialogProps): ReactNode {
  const calls = useCalls();
  const feed = useOrganisersFeed();
  const { config, nowMs } = useRaceClock();
  const points = listMarshalPoints(events, coursesOf(config));
  const form = useForm({ defaultValues: { point: '', name: '', hours: '24' } });
  const { point, hours, ...typed } = useTyped(form);
  const name = typed.name.trim();
  // The server's clock may be a little behind.
  const spanMs = Math.min(Number(hours) * HOUR_MS, MAX_PASS_MS - MINUTE_MS);
  const checked: Checked<NewPassBody> =
    isTimePoint(point) && name !== ''
      ? { body: { point, name, untilMs: nowMs + spanMs }, faults: {} }
      : {
          faults: {
            point: point === '' ? 'Choose a point.' : undefined,
            name: name === '' ? 'Enter a name.' : undefined,
          },
        };
  return (
    <FormDialog
      title="New pass"
      confirmLabel="Make a pass"
      form={form}
      checked={checked}
      onSave={async (body) => {
        const { url } = await calls.send<NewPassReply>('POST', '/marshals', body);
        // The server omits the origin if it is not sure of its own.
        onMade({ ...body, url: new URL(url, location.origin).href });
        await feed.settle(undefined);
      }}
      onClose={onClose}
    >
      <SelectField
        name="point"
        label="Point"
        options={points.map((each) => [each, describePoint(each, config)])}
      />
      <TextField name="name" label="Name" maxLength={MAX_PASS_NAME} />
      <SelectField name="hours" label="Valid for" options={SPANS} />
    </FormDialog>
  );
}
