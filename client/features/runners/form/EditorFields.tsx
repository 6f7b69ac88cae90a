import { DELETE_WORD, readOverrideText } from '#shared/model/typed-words.ts';
import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { type RaceConfig, DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { Button } from '#client/ui/Button.tsx';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { type ReactNode, useEffect, useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { type FieldControl, Field } from '#client/ui/Field.tsx';
import { showValue } from '#client/organisers/runners/describe-change.ts';
import {
  type EditorField,
  type EditorValues,
  FIELD_LABELS,
  newValues,
  PRIVATE,
} from '#client/organisers/runners/editor-values.ts';
import { PersonFields } from './PersonFields.tsx';
import { HALF, StartFields } from './StartFields.tsx';
import { cleanText } from '#shared/model/text-rules.ts';
import { isolateText } from '#client/ui/isolate-text.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';

interface BibNoteProps {
  readonly form: UseFormReturn<EditorValues>;
  readonly runnerId: string | undefined;
  readonly config: RaceConfig;
}

function BibNote({ form, runnerId, config }: BibNoteProps): ReactNode {
  const bib = useWatch({ control: form.control, name: 'bibNumber' });
  const event = useWatch({ control: form.control, name: 'event' });
  const { everyone } = useLists();
  const free = runnerId === undefined && bib === '' ? findFreeBib(everyone, event) : undefined;
  if (free === undefined) return describeBibHolders(bib, runnerId, everyone, config);
  return (
    <Button
      onClick={() => {
        form.setValue('bibNumber', free, { shouldDirty: true });
        // The button goes.
        form.setFocus('bibNumber');
      }}
    >
      Next free: {free}
    </Button>
  );
}

/** The number after the highest bib of the event, or of all where it has none, that nobody has; undefined without numbers. */
export function findFreeBib(
  runners: readonly AdminRunner[],
  /** Empty while none is chosen. */
  event: EventCode,
): string | undefined {
  const all = numbersOf(runners);
  const own = numbersOf(runners.filter((runner) => runner.event === event));
  const highest = (own.length > 0 ? own : all).reduce((most, bib) => Math.max(most, bib), -1);
  if (highest < 0) return undefined;
  const taken = new Set(all);
  let free = highest + 1;
  while (taken.has(free)) free += 1;
  return String(free);
}

/**
 * Who else has a bib, in its saved form: `Also the bib of Llŷr Huws (Half).`; empty for nobody. Two
 * runners may share one.
 */
export function describeBibHolders(
  typed: string,
  ownId: string | undefined,
  runners: readonly AdminRunner[],
  config: RaceConfig,
): string {
  const bib = cleanText(typed);
  if (bib === '') return '';
  const [first, ...more] = runners.filter(
    ({ bibNumber, runnerId }) => bibNumber === bib && runnerId !== ownId,
  );
  if (!first) return '';
  const name = isolateText(`${first.firstName} ${first.lastName}`);
  const rest =
    more.length > 0 ? ` and ${more.length} more` : ` (${labelEvent(first.event, config)})`;
  return `Also the bib of ${name}${rest}.`;
}

function numbersOf(runners: readonly AdminRunner[]): readonly number[] {
  return runners.flatMap(({ bibNumber }) =>
    /^\d{1,9}$/.test(bibNumber) ? [Number(bibNumber)] : [],
  );
}

const SPANS: Partial<Readonly<Record<EditorField, string>>> = {
  overrideTime: 'col-span-2',
  runClub: HALF,
  earlierBands: HALF,
};

export interface EditorFieldsProps {
  readonly form: UseFormReturn<EditorValues>;
  readonly runner: AdminRunner | undefined;
  readonly config: RaceConfig | undefined;
  readonly bandNote: string;
}

export function EditorFields({
  form,
  runner,
  config = DEFAULT_CONFIG,
  bandNote,
}: EditorFieldsProps): ReactNode {
  const { errors } = form.formState;
  useEffect(() => {
    // The form may have opened before it was known that the race has a single distance.
    const only = runner ? '' : newValues(config).event;
    if (only !== '' && form.getValues('event') === '') {
      form.resetField('event', { defaultValue: only });
    }
  }, [config, form, runner]);
  const field = (
    name: EditorField,
    render: (control: FieldControl) => ReactNode,
    rest: { readonly hint?: string; readonly note?: ReactNode } = {},
  ): ReactNode => (
    <div className={SPANS[name]}>
      <Field label={FIELD_LABELS[name]} error={errors[name]?.message} {...rest}>
        {render}
      </Field>
    </div>
  );
  const number = (name: 'raceNumber' | 'bibNumber') => (control: FieldControl) => (
    <input
      {...control}
      // Text with a keypad for digits: a number field would drop the `W` of bib W1.
      className={`${control.className} ${runner?.mobileNumber ? 'mobileNumber' : ''}`}
      {...form.register(name)}
      type="text"
      inputMode="numeric"
      autoComplete="off"
    />
  );
  const text = (name: EditorField, placeholder?: string) => (control: FieldControl) => (
    <input
      {...control}
      {...form.register(name)}
      type="text"
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
    />
  );

  return (
    <div className="grid grid-cols-6 items-start gap-x-3 gap-y-2.5 phone:grid-cols-2">
      <input type="hidden" {...form.register('runnerId')} />
      {field('raceNumber', number('raceNumber'), { note: bandNote })}
      {field('bibNumber', number('bibNumber'), {
        note: <BibNote form={form} runnerId={runner?.runnerId} config={config} />,
      })}
      {field('firstName', text('firstName'))}
      {field('lastName', text('lastName'))}
      {field('event', (control) => (
        <select {...control} {...form.register('event')}>
          {runner || listEvents(config).length === 1 ? null : <option value="">choose</option>}
          {withOwn(listEvents(config), runner?.event).map((event) => (
            <option key={event} value={event}>
              {labelEvent(event, config)}
            </option>
          ))}
        </select>
      ))}
      {field('ageGroup', (control) => (
        <select {...control} {...form.register('ageGroup')}>
          <option value="">
            {runner?.isAgeGroupDerived ? `${runner.ageGroup}, by date of birth` : 'none'}
          </option>
          {withOwn(coursesOf(config).categories, runner?.ageGroup).map((group) => (
            <option key={group}>{group}</option>
          ))}
        </select>
      ))}
      <StartFields form={form} config={config} />
      {field('runClub', text('runClub'), {
        hint: `Enter ${DELETE_WORD} to delete the runner`,
      })}
      {field('overrideTime', text('overrideTime', 'hh:mm:ss'), {
        hint: 'Set 00:00:01 for DNF, DNS for did not start, DSQ and the rule for disqualified',
        note: <OverrideNote form={form} config={config} />,
      })}
      <PrivateField form={form} />
      <PersonFields form={form} />
      {runner?.earlierBands
        ? field('earlierBands', text('earlierBands'), {
            hint: 'Lost ones, whose scans count too. Remove a number to hand it to somebody else',
          })
        : null}
    </div>
  );
}

/** Whether the public sees only the bib; a checkbox, which reads of a band pass over. */
function PrivateField({ form }: Pick<EditorFieldsProps, 'form'>): ReactNode {
  const value = useWatch({ control: form.control, name: 'isPrivate' });
  const hintId = useId();
  return (
    <div className={HALF}>
      <label className="choice semibold">
        <input
          type="checkbox"
          checked={value === PRIVATE}
          aria-describedby={hintId}
          onChange={({ currentTarget }) =>
            form.setValue('isPrivate', currentTarget.checked ? PRIVATE : '', { shouldDirty: true })
          }
        />
        {FIELD_LABELS.isPrivate}
      </label>
      <p id={hintId} className="text-s muted">
        The public sees the bib alone: no name, club or category
      </p>
    </div>
  );
}

function OverrideNote({
  form,
  config,
}: Pick<EditorFieldsProps, 'form'> & { readonly config: RaceConfig }): ReactNode {
  const typed = useWatch({ control: form.control, name: 'overrideTime' });
  const reading = readOverrideText(typed);
  if (!reading.ok || reading.value === typed.trim()) return null;
  return `Understood as ${showValue('overrideTime', reading.value, config)}`;
}

function withOwn(offered: readonly string[], own = ''): readonly string[] {
  return own === '' || offered.includes(own) ? offered : [...offered, own];
}

export function ReadOnly({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <fieldset className="plain-set" disabled>
      {children}
    </fieldset>
  );
}

/** Puts the cursor where typing begins: the band, unless another field is asked for. */
export function focusField(form: HTMLFormElement | null, field?: EditorField): void {
  const input = form?.querySelector<HTMLInputElement | HTMLSelectElement>(
    `[name=${field ?? 'raceNumber'}]`,
  );
  if (!input) return;
  if (input.matches(':disabled')) {
    form?.querySelector<HTMLElement>('[data-close]')?.focus();
    return;
  }
  // An opening dialog focuses its first button, unless a field has `autofocus`.
  input.autofocus = true;
  input.focus();
  if (input instanceof HTMLInputElement) input.select();
}
