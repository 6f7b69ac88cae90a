import type { ReactNode } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { describeOwnStart, readOwnStart, startFrameOf } from '#shared/scoring/read-own-start.ts';
import { Field } from '#client/ui/Field.tsx';
import { nameWave } from '#client/organisers/texts/describe-start.ts';
import { type EditorValues, FIELD_LABELS } from '#client/organisers/runners/editor-values.ts';

/** Half of the form's six columns. */
export const HALF = 'col-span-3 phone:col-span-2';

export interface StartFieldsProps {
  readonly form: UseFormReturn<EditorValues>;
  readonly config: RaceConfig;
}

export function StartFields({ form, config }: StartFieldsProps): ReactNode {
  const { control, formState } = form;
  const [event, wave, ownStart] = useWatch({ control, name: ['event', 'wave', 'ownStart'] });
  const courses = coursesOf(config);
  const offered = courses.setup.waves.filter(({ distance }) => distance === event);
  const isOffered = wave === '' || offered.some(({ id }) => id === wave);
  const hasOwnStarts = courses.findDistance(event)?.hasOwnStarts === true;
  const initial = formState.defaultValues?.ownStart ?? '';
  return (
    <>
      {offered.length === 0 && wave === '' ? null : (
        <div className={HALF}>
          <Field label={FIELD_LABELS.wave} error={formState.errors.wave?.message}>
            {(field) => (
              <select {...field} {...form.register('wave')}>
                <option value="">by category or bib</option>
                {offered.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
                {isOffered ? null : (
                  <option value={wave}>
                    {nameWave(wave, config)}, not of {labelEvent(event, config)}
                  </option>
                )}
              </select>
            )}
          </Field>
        </div>
      )}
      {hasOwnStarts || `${ownStart}${initial}` !== '' ? (
        <div className={HALF}>
          <Field
            label={FIELD_LABELS.ownStart}
            error={formState.errors.ownStart?.message}
            hint={describeTyped(ownStart, event, config)}
          >
            {(field) => (
              <input
                {...field}
                {...form.register('ownStart')}
                type="text"
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
        </div>
      ) : null}
    </>
  );
}

/** How the own start is read, before it applies; a hint while it is unreadable. */
function describeTyped(typed: string, event: EventCode, config: RaceConfig): string {
  const frame = startFrameOf(event, config);
  const reading = readOwnStart(typed, frame);
  if (!reading.ok) return reading.error;
  return reading.value === ''
    ? 'A time of day, 11:05:30, or how long after the gun, +0:00:30'
    : describeOwnStart(reading.value, frame.start);
}
