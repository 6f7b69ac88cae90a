import type { ReactNode } from 'react';

import { coursesOf } from '#shared/model/courses.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import { Link } from '#client/ui/Link.tsx';
import { Section, SettingField } from './SettingField.tsx';
import type { ConfigForm } from './use-config-form.ts';

export function StartsSection({ form }: { readonly form: ConfigForm }): ReactNode {
  const courses = coursesOf(form.config);
  const common = { form, onBlur: form.completeStarts };
  return (
    <Section title="Starts">
      <p className="text-s muted anywhere">
        Type the planned starts here. On the day, <strong>Start now</strong>, closing and making the
        results official are on <Link to={ORGANISERS_SCREENS.control}>Control</Link>.
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-x-[22px] gap-y-3">
        <SettingField {...common} field="raceStart" />
        {courses.startKeys.map((key) => (
          <SettingField
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
