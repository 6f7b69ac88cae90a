import type { ReactNode } from 'react';

import layout from './layout.module.css';
import { describeSpecials, describeStages, describeTabs, type Names } from './describe-names.ts';
import { Section } from './Section.tsx';
import { readTyped } from './setting-texts.ts';
import { SettingField } from './SettingField.tsx';
import type { ConfigForm } from './use-config-form.ts';

/** The names of distances, stages and climbs, and what the results page makes of them. */
export function NamesSection({ form }: { readonly form: ConfigForm }): ReactNode {
  const names = readNames(form);
  return (
    <Section title="Names on the results page">
      <div className={layout.triple}>
        <SettingField form={form} field="distances">
          {isReadable(form, 'distances') ? <Understood lines={describeTabs(names)} /> : null}
        </SettingField>
        <SettingField form={form} field="wayPoints">
          {isReadable(form, 'wayPoints') ? <Understood lines={describeStages(names)} /> : null}
        </SettingField>
        <SettingField form={form} field="KOMs">
          {isReadable(form, 'KOMs') ? <Understood lines={describeSpecials(names)} /> : null}
        </SettingField>
      </div>
    </Section>
  );
}

/** How a field was understood. */
function Understood({ lines }: { readonly lines: readonly string[] }): ReactNode {
  return (
    <ul className={layout.understood}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The names as typed; where a field cannot be read, as they are saved. */
function readNames({ typed, latest }: ConfigForm): Names {
  const read = (field: keyof Names): string => {
    const reading = readTyped(field, typed[field]);
    return reading.ok ? reading.value : latest[field];
  };
  return { distances: read('distances'), wayPoints: read('wayPoints'), KOMs: read('KOMs') };
}

function isReadable(form: ConfigForm, field: keyof Names): boolean {
  return readTyped(field, form.typed[field]).ok;
}
