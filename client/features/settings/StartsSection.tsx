import type { ReactNode } from 'react';

import { coursesOf } from '#shared/model/courses.ts';
import type { StartPart } from '#shared/model/setting-parts.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { findStartMs } from '#shared/model/wall-clock.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import type { FetchedConfig } from '#client/organisers/config/fetched-config.ts';
import {
  completeStart,
  describeDistance,
  describeMoment,
} from '#client/organisers/texts/start-text.ts';
import { Link } from '#client/ui/Link.tsx';
import { readTyped } from './setting-texts.ts';
import { Section, SettingField } from './SettingField.tsx';
import type { ConfigForm } from './use-config-form.ts';

export interface StartsSectionProps {
  readonly form: ConfigForm;
  readonly config: FetchedConfig;
  readonly nowMs: EpochMs;
}

export function StartsSection({ form, config, nowMs }: StartsSectionProps): ReactNode {
  const reading = readTyped('timeZone', form.typed.timeZone);
  const timeZone = reading.ok ? reading.value : undefined;
  const courses = coursesOf(config);
  const common = { form, timeZone, nowMs };
  return (
    <Section title="Starts">
      <p className="text-s muted anywhere">
        Type the planned starts here. On the day, <strong>Start now</strong>, closing and making the
        results official are on <Link to={ORGANISERS_SCREENS.control}>Control</Link>.
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-x-[22px] gap-y-3">
        <StartField
          {...common}
          field="raceStart"
          whenEmpty="Not set: each distance needs its own."
        />
        {courses.startKeys.map((key) => (
          <StartField
            key={key}
            {...common}
            field={`starts.${key}`}
            placeholder={courses.findWave(key) ? 'with the distance' : 'with the race'}
          />
        ))}
      </div>
    </Section>
  );
}

interface ZonedProps {
  /** As typed; undefined while it is invalid. */
  readonly timeZone: string | undefined;
  readonly nowMs: EpochMs;
}

interface StartFieldProps extends ZonedProps {
  readonly form: ConfigForm;
  readonly field: StartPart;
  /** Shown while the field is empty. */
  readonly whenEmpty?: string;
  readonly placeholder?: string;
}

function StartField(props: StartFieldProps): ReactNode {
  const { form, field, whenEmpty, placeholder, timeZone, nowMs } = props;
  const typed = form.typed[field] ?? '';
  const note = typed.trim() === '' ? whenEmpty : describeStart(typed, timeZone, nowMs);
  return (
    <SettingField
      form={form}
      field={field}
      hint=""
      placeholder={placeholder}
      onBlur={() => {
        const full = timeZone === undefined ? typed : completeStart(typed, nowMs, timeZone);
        if (full !== typed) form.type(field, full);
      }}
    >
      {note === undefined ? null : (
        <p className="plain-list anywhere border-l-3 border-accent pl-2.5 text-m">{note}</p>
      )}
    </SettingField>
  );
}

function describeStart(typed: string, timeZone: string | undefined, nowMs: EpochMs): string {
  const reading = timeZone && readTyped('raceStart', completeStart(typed, nowMs, timeZone));
  const startMs = reading && reading.ok ? findStartMs(reading.value, timeZone) : undefined;
  if (!timeZone || startMs === undefined) return 'Not understood yet.';
  return `${describeMoment(startMs, timeZone)} · ${describeDistance(startMs, nowMs)}`;
}
