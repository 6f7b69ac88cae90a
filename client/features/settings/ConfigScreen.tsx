import { type ReactNode, useId } from 'react';
import { useTick } from '#client/ui/use-tick.ts';
import type { FetchedConfig } from '#client/organisers/config/fetched-config.ts';
import styles from './ConfigScreen.module.css';
import { ImpactDialog } from '#client/organisers/config/ImpactNote.tsx';
import { LeaveDialog } from '#client/ui/LeaveDialog.tsx';
import { NamesSection } from './NamesSection.tsx';
import { Section } from './Section.tsx';
import { StartsSection } from './StartsSection.tsx';
import { SaveBar } from './SaveBar.tsx';
import { TimingSection } from './TimingSection.tsx';
import { useConfigForm, type ConfigForm } from './use-config-form.ts';
import layout from './layout.module.css';
import { SettingField } from './SettingField.tsx';

/** The form and its dialogs; `config` is fetched again and again. */
export function ConfigScreen({ config }: { readonly config: FetchedConfig }): ReactNode {
  const { offsetMs } = config;
  const nowMs = useTick(true, offsetMs) + offsetMs;
  const form = useConfigForm(config);
  return (
    <div className="stack-14">
      <form
        className={`${styles.form} stack-14`}
        noValidate
        aria-label="Settings"
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        <TitleSection form={form} />
        <NamesSection form={form} />
        <StartsSection form={form} config={config} nowMs={nowMs} />
        <TimingSection form={form} />
        <ZoneSection form={form} />
        <SaveBar form={form} />
      </form>
      {form.question ? <ImpactDialog {...form.question} /> : null}
      <LeaveDialog isOn={form.changed.length > 0} />
    </div>
  );
}

function TitleSection({ form }: { readonly form: ConfigForm }): ReactNode {
  return (
    <Section title="Title">
      <div className={layout.pair}>
        <SettingField form={form} field="pageTitle" />
        <SettingField form={form} field="startText" />
      </div>
    </Section>
  );
}

/** The suggested zones; any other name that the browser and the server know is valid too. */
const TIME_ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')].filter(
  (zone, index, zones) => zones.indexOf(zone) === index,
);

function ZoneSection({ form }: { readonly form: ConfigForm }): ReactNode {
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
