import { type ReactNode, useId } from 'react';
import { Section } from './Section.tsx';
import { SettingField } from './SettingField.tsx';
import type { ConfigForm } from './use-config-form.ts';

/** The suggested zones; any other name that the browser and the server know is valid too. */
const TIME_ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')].filter(
  (zone, index, zones) => zones.indexOf(zone) === index,
);

export function ZoneSection({ form }: { readonly form: ConfigForm }): ReactNode {
  const zonesId = useId();
  return (
    <Section title="Clock">
      <SettingField form={form} field="timeZone" list={zonesId} />
      <datalist id={zonesId}>
        {TIME_ZONES.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
    </Section>
  );
}
