import { type ReactNode, useId } from 'react';
import { placeOf, type TextPart } from '#shared/model/setting-parts.ts';
import { type TextSetting, findSetting } from '#shared/model/settings.ts';
import { MineOrTheirs } from '#client/kit/SaveBar.tsx';
import { Field } from '#client/ui/Field.tsx';
import { showValue } from './setting-texts.ts';
import type { ConfigForm } from './use-config-form.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';

export function Section(props: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section
      className="framed stack-14 shrinks px-[18px] pt-4 pb-[18px] phone:p-3"
      aria-labelledby={id}
    >
      <h2 id={id} className="bold text-title-s leading-[1.3]">
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}

export interface FieldOfForm {
  readonly form: ConfigForm;
  readonly field: TextPart;
}

/** The choice between this edit and another organiser's saved value. */
export function TheirChange({ form, field }: FieldOfForm): ReactNode {
  if (!form.conflicts.includes(field)) return null;
  const label = form.labelOf(field);
  const theirs = showValue(field, form.latest[field] ?? '');
  return (
    <MineOrTheirs label={label} onKeep={(keep) => form.resolve(field, keep)}>
      Another organiser has changed {label} {theirs === '' ? 'and left it empty' : `to “${theirs}”`}
      .
    </MineOrTheirs>
  );
}

export interface SettingFieldProps extends FieldOfForm {
  /** Replaces the usual hint; empty for none. */
  readonly hint?: string;
  readonly list?: string;
  readonly onBlur?: () => void;
  readonly placeholder?: string | undefined;
  /** It is set elsewhere. */
  readonly isReadOnly?: boolean;
  /** Shown below the field. */
  readonly children?: ReactNode;
}

export function SettingField(props: SettingFieldProps): ReactNode {
  const { form, field, list, onBlur, children } = props;
  const { setting, name } = placeOf(field);
  const hints = SETTING_HINTS[name as TextSetting];
  const { hint = hints?.hint } = props;
  const own = form.control(field);
  const behaviour = {
    ...own,
    placeholder: props.placeholder ?? hints?.example,
    autoComplete: 'off',
    readOnly: props.isReadOnly,
    onBlur: (event: unknown): void => {
      onBlur?.();
      void own.onBlur(event as Parameters<typeof own.onBlur>[0]);
    },
  };
  return (
    <div className="stack-8 shrinks one-column content-start">
      <Field label={form.labelOf(field)} error={form.errorOf(field)} hint={hint || undefined}>
        {(control) =>
          setting.kind === 'names' ? (
            <textarea {...control} {...behaviour} rows={3} />
          ) : (
            <input {...control} {...behaviour} type="text" list={list} />
          )
        }
      </Field>
      {children}
      <TheirChange form={form} field={field} />
    </div>
  );
}

const { events, namedPoints, climbs } = USUAL_COURSES;

interface SettingHint {
  readonly hint?: string;
  readonly example?: string;
}

const SETTING_HINTS: Readonly<Partial<Record<TextSetting, SettingHint>>> = {
  pageTitle: {
    hint: 'The name of the race, in large letters on the results page.',
  },
  startText: {
    hint: 'A line under the title, such as when the 10K starts. Display only: it starts no clock.',
    example: '10K start: 11:00',
  },
  photos: {
    hint: 'The address of a runner’s photos, with {bib} in place of the bib number.',
    example: 'https://photos.example.org/?bib={bib}',
  },
  distances: {
    hint: `Up to ${events.length} names separated by commas: first ${events.join(', then ')}. Each gets a tab.`,
    example: findSetting('distances').initial as string,
  },
  wayPoints: {
    hint: `Up to ${namedPoints.length} stage names separated by commas. In this order they name ${namedPoints.map((id) => id.toUpperCase()).join(', ')}.`,
  },
  KOMs: {
    hint: `Up to ${climbs.length} names of timed climbs with a comma in between. Two of them give two special tabs.`,
  },
  raceStart: {
    hint: 'The start of every distance without its own. The race clock runs from here.',
    example: '2026-06-20 10:00:00',
  },
  timeZone: {
    hint: 'The race’s time zone. All starts are in it; changing it moves them.',
    example: 'Europe/London',
  },
  earliestFinish: {
    hint: 'Hours, minutes and seconds after the start. An earlier read at the finish is taken for the start, or for somebody walking over the mat.',
    example: '00:10:00',
  },
};
