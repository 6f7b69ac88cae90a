import type { ReactNode } from 'react';

import { Field } from '#client/ui/Field.tsx';
import { showTypedTime, type TimeFrame, type TypedTime } from '../texts/typed-time.ts';

export interface TimeFieldsProps {
  readonly typed: TypedTime;
  readonly frame: TimeFrame;
  readonly fault: string | undefined;
  readonly onChange: (typed: TypedTime) => void;
}

const FIELDS = [
  { by: 'clock', label: 'Clock time', example: 'For example 18:02:12.' },
  { by: 'elapsed', label: 'Time since the start', example: 'For example 46:24 or 1:02:03.' },
] as const;

/** A moment, typed in either of two fields; the other shows what follows. */
export function TimeFields({ typed, frame, fault, onChange }: TimeFieldsProps): ReactNode {
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
          onChange={({ currentTarget }) => onChange({ by, text: currentTarget.value })}
        />
      )}
    </Field>
  ));
}
