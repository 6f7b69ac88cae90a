import type { ReactNode } from 'react';
import { useId } from 'react';

import { labelEvent } from '#shared/format/label-event.ts';
import { EVENTS } from '#shared/model/event.ts';
import type { StartPart } from '#shared/model/setting-parts.ts';
import { labelPart } from '#shared/model/setting-parts.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';

import layout from './layout.module.css';
import { Section } from './Section.tsx';
import { ServerClock } from './ServerClock.tsx';
import { readTyped } from './setting-texts.ts';
import { SettingField } from './SettingField.tsx';
import { StartField } from './StartField.tsx';
import type { ConfigForm } from './use-config-form.ts';

export interface StartsSectionProps {
  readonly form: ConfigForm;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
  /** How far the server's clock is ahead of this computer's. */
  readonly offsetMs: DurationMs;
  readonly onStartNow: (field: StartPart, pressedMs: EpochMs) => void;
}

/** The zones to suggest; any other name that the browser and the server know is as good. */
const TIME_ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')].filter(
  (zone, index, zones) => zones.indexOf(zone) === index,
);

/** When the race and its distances start, and on which clock. */
export function StartsSection({
  form,
  nowMs,
  offsetMs,
  onStartNow,
}: StartsSectionProps): ReactNode {
  const zonesId = useId();
  const reading = readTyped('timeZone', form.typed.timeZone);
  const timeZone = reading.ok ? reading.value : undefined;
  const names = readTyped('distances', form.typed.distances);
  const distances = names.ok ? names.value : form.latest.distances;
  const common = { form, timeZone, nowMs, onStartNow };
  return (
    <Section title="Starts">
      <div className={layout.pair}>
        <StartField
          {...common}
          field="raceStart"
          label={labelPart('raceStart')}
          whenEmpty="Not set: no race clock runs."
        />
        <div className={layout.setting}>
          <SettingField form={form} field="timeZone" list={zonesId} />
          <datalist id={zonesId}>
            {TIME_ZONES.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </datalist>
          <ServerClock timeZone={timeZone} nowMs={nowMs} offsetMs={offsetMs} />
        </div>
      </div>
      <div className={layout.triple}>
        {EVENTS.map((event) => (
          <StartField
            key={event}
            {...common}
            field={`starts.${event}`}
            label={`${labelEvent(event, { distances })} start`}
            hint={`Only if ${labelEvent(event, { distances })} (${event}) starts at a time of its own.`}
            whenEmpty="Not set: it starts with the race."
          />
        ))}
      </div>
    </Section>
  );
}
