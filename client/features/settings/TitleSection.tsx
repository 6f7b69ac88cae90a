import type { ReactNode } from 'react';

import layout from './layout.module.css';
import { Section } from './Section.tsx';
import { SettingField } from './SettingField.tsx';
import type { ConfigForm } from './use-config-form.ts';

export function TitleSection({ form }: { readonly form: ConfigForm }): ReactNode {
  return (
    <Section title="Title">
      <div className={layout.pair}>
        <SettingField form={form} field="pageTitle" />
        <SettingField form={form} field="startText" />
      </div>
    </Section>
  );
}
