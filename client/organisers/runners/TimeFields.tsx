import type { ReactNode } from 'react';

import { useFault, useFormValue } from '#client/kit/form-fields.tsx';
import { Field } from '#client/ui/Field.tsx';
import { showTypedTime, type TimeFrame, type TypedTime } from '../texts/typed-time.ts';

const FIELDS = [
  { by: 'clock', label: 'Clock time', example: 'For example 18:02:12.' },
  { by: 'elapsed', label: 'Time since the start', example: 'For example 46:24 or 1:02:03.' },
] as const;

/** The `time` of a form, typed in either of two fields; the other shows the same moment. */
export function TimeFields({ frame }: { readonly frame: TimeFrame }): ReactNode {
  const [typed, setTyped] = useFormValue<TypedTime>('time');
  const fault = useFault('time');
  return FIELDS.map(({ by, label, example }) => (
    <Field
      key={by}
      label={label}
      hint={
        by === 'elapsed' && frame.startMs === undefined
          ? 'Counts from their start, once that is known.'
          : example
      }
      error={by === typed.by ? fault : undefined}
    >
      {(control) => (
        <input
          {...control}
          type="text"
          autoComplete="off"
          value={showTypedTime(by, typed, frame)}
          onChange={({ currentTarget }) => setTyped({ by, text: currentTarget.value })}
        />
      )}
    </Field>
  ));
}
