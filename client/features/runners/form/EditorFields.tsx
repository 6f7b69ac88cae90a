import { type ComponentProps, type ReactNode, use, useId, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { type RunnerDetail, RUNNER_DETAILS } from '#shared/model/runner.ts';
import { DELETE_WORD } from '#shared/model/typed-words.ts';
import { describeOwnStart, readOwnStart, startFrameOf } from '#shared/scoring/read-own-start.ts';
import { listHeldBack } from '#shared/wire/auth-api.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import {
  FaultsShown,
  type Option,
  SelectField,
  TextField,
  useFormValue,
} from '#client/kit/form-fields.tsx';
import {
  type EditorField,
  type EditorValues,
  FIELD_LABELS,
  PRIVATE,
} from '#client/organisers/runners/editor-values.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { useOrganiser } from '#client/organisers/session/use-session.ts';
import { nameWave } from '#client/organisers/texts/describe-start.ts';
import { useWorkspace } from '../use-workspace.ts';

/** Half of the six columns. */
const HALF = 'col-span-3 folded:col-span-2';

interface EntryFieldProps extends Omit<ComponentProps<typeof TextField>, 'label'> {
  readonly name: EditorField;
  readonly span?: string;
}

function EntryField({ span, ...text }: EntryFieldProps): ReactNode {
  return (
    <div className={span}>
      <TextField {...text} label={FIELD_LABELS[text.name]} spellCheck={false} />
    </div>
  );
}

/** The bib of a late entrant: no screen lists the numbers that are left. */
function NewBibField(props: Omit<EntryFieldProps, 'name'>): ReactNode {
  const event = useWatch<EditorValues, 'event'>({ name: 'event' });
  const { everyone } = useLists();
  const free = useMemo(() => findFreeBib(everyone, event), [everyone, event]);
  const hint = free === undefined ? undefined : `Next free: ${free}`;
  return <EntryField {...props} name="bibNumber" hint={hint} />;
}

/** After the highest bib of the event, or of the race while none is chosen; undefined without any. */
export function findFreeBib(
  runners: readonly AdminRunner[],
  chosen: EventCode,
): number | undefined {
  const taken = new Set<number>();
  let highest = -1;
  for (const { event, bibNumber } of runners) {
    if (!/^\d{1,9}$/.test(bibNumber)) continue;
    const bib = Number(bibNumber);
    taken.add(bib);
    if (chosen === '' || event === chosen) highest = Math.max(highest, bib);
  }
  if (highest < 0) return undefined;
  let free = highest + 1;
  while (taken.has(free)) free += 1;
  return free;
}

export interface EditorFieldsProps {
  readonly runner: AdminRunner | undefined;
  readonly bandNote: string;
}

export function EditorFields({ runner, bandNote }: EditorFieldsProps): ReactNode {
  const { config } = useWorkspace().clock;
  const { register } = useFormContext<EditorValues>();
  const number = {
    // A text field with a digit pad: a number field would drop the `W` of bib W1.
    inputMode: 'numeric',
    className: runner?.mobileNumber ? 'mobileNumber' : '',
  } as const;

  return (
    <div className="grid grid-cols-6 items-start gap-x-3 gap-y-2.5 folded:grid-cols-2 folded:**:scroll-mb-20">
      <input type="hidden" {...register('runnerId')} />
      <EntryField name="raceNumber" {...number} note={bandNote} />
      {runner ? <EntryField name="bibNumber" {...number} /> : <NewBibField {...number} />}
      <EntryField name="firstName" />
      <EntryField name="lastName" />
      <SelectField
        name="event"
        label={FIELD_LABELS.event}
        options={listEvents(config).map((event) => [event, labelEvent(event, config)])}
      />
      <SelectField
        name="ageGroup"
        label={FIELD_LABELS.ageGroup}
        options={[
          ['', runner?.isAgeGroupDerived ? `${runner.ageGroup}, by date of birth` : 'none'],
          ...coursesOf(config).categories.map((group): Option => [group, group]),
        ]}
      />
      <StartFields />
      <EntryField name="runClub" span={HALF} hint={`Enter ${DELETE_WORD} to delete the runner`} />
      <EntryField
        name="overrideTime"
        span="col-span-2"
        placeholder="hh:mm:ss"
        hint="Set 00:00:01 for DNF, DNS for did not start, DSQ and the rule for disqualified"
      />
      <PrivateField />
      <PersonFields />
      {runner?.earlierBands ? (
        <EntryField
          name="earlierBands"
          span={HALF}
          hint="Lost ones, whose scans count too. Remove a number to hand it to somebody else"
        />
      ) : null}
    </div>
  );
}

/** The wave and the own start, where the chosen distance has them. */
function StartFields(): ReactNode {
  const { config } = useWorkspace().clock;
  const { control, formState } = useFormContext<EditorValues>();
  const [event, wave, ownStart] = useWatch({ control, name: ['event', 'wave', 'ownStart'] });
  const courses = coursesOf(config);
  const offered = courses.setup.waves.filter(({ distance }) => distance === event);
  const options: Option[] = [
    ['', 'by category or bib'],
    ...offered.map(({ id, name }): Option => [id, name]),
  ];
  if (wave !== '' && !offered.some(({ id }) => id === wave)) {
    options.push([wave, `${nameWave(wave, config)}, not of ${labelEvent(event, config)}`]);
  }
  const hasOwnStarts = courses.findDistance(event)?.hasOwnStarts === true;
  const initial = formState.defaultValues?.ownStart ?? '';
  return (
    <>
      {offered.length === 0 && wave === '' ? null : (
        <div className={HALF}>
          <SelectField name="wave" label={FIELD_LABELS.wave} options={options} />
        </div>
      )}
      {hasOwnStarts || `${ownStart}${initial}` !== '' ? (
        <EntryField name="ownStart" span={HALF} hint={describeTyped(ownStart, event, config)} />
      ) : null}
    </>
  );
}

/** How the typed own start is understood; a hint or an error if it is not. */
function describeTyped(typed: string, event: EventCode, config: RaceConfig): string {
  const frame = startFrameOf(event, config);
  const reading = readOwnStart(typed, frame);
  if (!reading.ok) return reading.error;
  return reading.value === ''
    ? 'A time of day, 11:05:30, or how long after the gun, +0:00:30'
    : describeOwnStart(reading.value, frame.start);
}

/** Whether the public sees only the bib. */
function PrivateField(): ReactNode {
  const [value, setValue] = useFormValue<string>('isPrivate');
  const hintId = useId();
  return (
    <div className={HALF}>
      <label className="choice semibold">
        <input
          type="checkbox"
          checked={value === PRIVATE}
          aria-describedby={hintId}
          onChange={({ currentTarget }) => setValue(currentTarget.checked ? PRIVATE : '')}
        />
        {FIELD_LABELS.isPrivate}
      </label>
      <p id={hintId} className="text-s muted">
        The public sees the bib alone: no name, club or category
      </p>
    </div>
  );
}

const PLACEHOLDERS: Partial<Readonly<Record<RunnerDetail, string>>> = {
  emergencyContact: 'name and number',
  birthDate: '1984-06-05',
  sex: 'F, M or X',
};

/** Not folded: they decide the category, which a late entry needs at once. */
const UNFOLDED: readonly RunnerDetail[] = ['sex', 'birthDate'];

/** The details that only organisers see, except any withheld from this role. */
function PersonFields(): ReactNode {
  const faults = use(FaultsShown);
  const held: readonly string[] = listHeldBack(useOrganiser().role);
  const [isOpen, setIsOpen] = useState(false);
  const seen = RUNNER_DETAILS.filter((name) => !held.includes(name));
  const folded = seen.filter((name) => !UNFOLDED.includes(name));
  return (
    <>
      {UNFOLDED.filter((name) => seen.includes(name)).map((name) => (
        <DetailField key={name} name={name} />
      ))}
      <details
        className="col-span-full shrinks"
        open={isOpen || faults.some(({ path }) => folded.some((name) => name === path))}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary className="clickable semibold min-h-11 w-fit leading-11">
          Phone, emergency contact and nationality
        </summary>
        <p className="text-s muted mb-2">For organisers alone, as sex and date of birth are.</p>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] items-start gap-x-3 gap-y-2.5">
          {folded.map((name) => (
            <DetailField key={name} name={name} />
          ))}
        </div>
      </details>
    </>
  );
}

function DetailField({ name }: { readonly name: RunnerDetail }): ReactNode {
  return (
    <EntryField
      name={name}
      inputMode={name === 'mobileNumber' ? 'tel' : 'text'}
      placeholder={PLACEHOLDERS[name]}
    />
  );
}

/** Focuses a field, by default the first one that is wrong, else the band. */
export function focusField(form: HTMLFormElement | null, field?: EditorField): void {
  const find = (selector: string) =>
    form?.querySelector<HTMLInputElement | HTMLSelectElement>(selector);
  const input = field
    ? find(`[name=${field}]`)
    : (find('[aria-invalid=true]') ?? find('[name=raceNumber]'));
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
