import type { ReactNode } from 'react';

import styles from './ConfigPage.module.css';
import type { ConfigTexts } from './config-texts.ts';
import { readTyped } from './config-texts.ts';
import type { Names } from './describe-settings.ts';
import { describeSpecials, describeStages, describeTabs } from './describe-settings.ts';
import { Section } from './Section.tsx';
import { SettingField } from './SettingField.tsx';
import type { ConfigForm } from './use-config-form.ts';

/** The names of distances, stages and climbs, and what the results page makes of them. */
export function NamesSection({ form }: { readonly form: ConfigForm }): ReactNode {
  const names = readNames(form.typed);
  return (
    <Section title="Names on the results page">
      <div className={styles.triple}>
        <SettingField
          form={form}
          field="distances"
          isLong
          placeholder="Half,Full,Ultra"
          hint="Up to three names with commas in between: first BB, then PB, then UB. Each gets a tab."
        >
          <Understood lines={names && describeTabs(names)} />
        </SettingField>
        <SettingField
          form={form}
          field="wayPoints"
          isLong
          hint="Up to six stage names with commas in between. They name the checkpoints in a runner’s splits."
        >
          <Understood lines={names && describeStages(names)} />
        </SettingField>
        <SettingField
          form={form}
          field="KOMs"
          isLong
          hint="Up to two names of timed climbs with a comma in between. Two of them give two special tabs."
        >
          <Understood lines={names && describeSpecials(names)} />
        </SettingField>
      </div>
    </Section>
  );
}

/** How a field was understood; nothing while it cannot be. */
function Understood({ lines }: { readonly lines: readonly string[] | undefined }): ReactNode {
  if (!lines) return null;
  return (
    <ul className={styles.understood}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The names as typed; undefined while one of the fields cannot be read. */
function readNames(typed: ConfigTexts): Names | undefined {
  const distances = readTyped('distances', typed.distances);
  const wayPoints = readTyped('wayPoints', typed.wayPoints);
  const KOMs = readTyped('KOMs', typed.KOMs);
  if (!distances.ok || !wayPoints.ok || !KOMs.ok) return undefined;
  return { distances: distances.value, wayPoints: wayPoints.value, KOMs: KOMs.value };
}
