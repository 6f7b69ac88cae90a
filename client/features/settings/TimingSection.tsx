import type { ReactNode } from 'react';
import { type Courses, coursesOf } from '#shared/model/courses.ts';
import { TIMINGS, type Timing } from '#shared/model/settings.ts';
import { type DurationMs, parseDuration } from '#shared/model/time.ts';
import { Section, SettingField, TheirChange } from './SettingField.tsx';
import { listOf } from '#client/organisers/texts/count-words.ts';
import { Banner } from '#client/ui/Banner.tsx';
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

/** The pace of a very fast runner, two and a half minutes for a kilometre. */
const FAST_MS_PER_M = 150;

/** The distances, by name, on which a fast runner is at the finish, or through a lap, before `spanMs`. */
export function listQuick(courses: Courses, spanMs: DurationMs): readonly string[] {
  return courses.setup.distances.flatMap(({ code, name, earliestFinish }) => {
    const { lengthM = Infinity, visits = [] } = courses.findCourse(code) ?? {};
    const wayM = courses.rankingOf(code).isByLaps ? (visits[0]?.atM ?? Infinity) : lengthM;
    return earliestFinish === undefined && wayM * FAST_MS_PER_M < spanMs ? [name] : [];
  });
}

export function TimingSection({ form }: { readonly form: ConfigForm }): ReactNode {
  const spanMs = parseDuration(form.typed.earliestFinish);
  const courses = coursesOf(form.config);
  const { distances } = courses.setup;
  // If the setup decides it for each distance, the setting has no effect.
  const isTimingDecided = distances.every(({ clock }) => clock !== undefined);
  const isFinishDecided = distances.every(({ earliestFinish }) => earliestFinish !== undefined);
  if (isTimingDecided && isFinishDecided) return null;
  const quick = spanMs === undefined ? [] : listQuick(courses, spanMs);
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
            {quick.length === 0 ? null : (
              <Banner kind="notice">
                A fast runner needs less for {listOf(quick)}. Race setup has an earliest possible
                finish for each distance.
              </Banner>
            )}
          </SettingField>
        )}
      </div>
    </Section>
  );
}
