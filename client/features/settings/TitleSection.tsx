import type { ReactNode } from 'react';

import layout from './layout.module.css';
import { Section } from './Section.tsx';
import { SettingField } from './SettingField.tsx';
import type { ConfigForm } from './use-config-form.ts';

/** What stands at the head of the results page. */
export function TitleSection({ form }: { readonly form: ConfigForm }): ReactNode {
  return (
    <Section title="Title">
      <div className={layout.pair}>
        <SettingField
          form={form}
          field="pageTitle"
          hint="The name of the race, in large letters on the results page."
        />
        <SettingField
          form={form}
          field="startText"
          placeholder="10K start: 11:00"
          hint="A line under the title, such as when the 10K starts. It is only shown: it starts no clock."
        />
      </div>
    </Section>
  );
}
