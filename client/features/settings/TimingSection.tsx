import type { ReactNode } from 'react';
import { coursesOf } from '#shared/model/courses.ts';
import { TIMINGS, type Timing } from '#shared/model/settings.ts';
import { parseDuration } from '#shared/model/time.ts';
import { Section, SettingField, TheirChange } from './SettingField.tsx';
import { describeSpan } from '#client/organisers/texts/start-text.ts';
import type { ConfigForm } from './use-config-form.ts';

const WORDS: Readonly<Record<Timing, { readonly name: string; readonly meaning: string }>> = {
  gun: {
    name: 'Gun time',
    meaning: 'Everyone’s time runs from the start of their distance, wherever they stood.',
  },
  chip: {
    name: 'Chip time',
    meaning:
      'Each runner’s time runs from when they crossed the start mat, never from before the gun.',
  },
};

export function TimingSection({ form }: { readonly form: ConfigForm }): ReactNode {
  const spanMs = parseDuration(form.typed.earliestFinish);
  const { distances } = coursesOf(form.config).setup;
  // If the setup decides it for each distance, the setting has no effect.
  const isTimingDecided = distances.every(({ clock }) => clock !== undefined);
  const isFinishDecided = distances.every(({ earliestFinish }) => earliestFinish !== undefined);
  if (isTimingDecided && isFinishDecided) return null;
  return (
    <Section title="Timing">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-x-[22px] gap-y-3">
        {isTimingDecided ? null : (
          <div className="stack-8 shrinks one-column content-start">
            <fieldset className="plain-set stack-4">
              <legend className="text-s bold muted">Times run from</legend>
              {TIMINGS.map((timing) => (
                <label
                  key={timing}
                  className="choice rounded-md border border-line px-[11px] py-2 has-checked:border-accent"
                >
                  <input type="radio" {...form.control('timing')} value={timing} />
                  <span>
                    <span className="block semibold">{WORDS[timing].name}</span>
                    <span className="text-s muted anywhere block">{WORDS[timing].meaning}</span>
                  </span>
                </label>
              ))}
            </fieldset>
            <TheirChange form={form} field="timing" />
          </div>
        )}
        {isFinishDecided ? null : (
          <SettingField form={form} field="earliestFinish">
            {spanMs === undefined ? null : (
              <p className="plain-list anywhere border-l-3 border-accent pl-2.5 text-m">
                Finish reads count from {describeSpan(spanMs)} after the start.
              </p>
            )}
          </SettingField>
        )}
      </div>
    </Section>
  );
}
