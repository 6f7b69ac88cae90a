import type { ReactNode } from 'react';

import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { SetupImpact, SomeRunners } from '#shared/wire/config-api.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { describeImpact } from '#client/organisers/config/ImpactNote.tsx';
import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { countOf } from '#client/organisers/texts/count-words.ts';
import type { SetupForm } from './use-setup-form.ts';

export interface ImpactQuestionProps {
  readonly form: SetupForm;
  readonly impact: SetupImpact;
}

/** Shows the effect of a save on the race, and asks whether to save. */
export function ImpactQuestion({ form, impact }: ImpactQuestionProps): ReactNode {
  const { data: config = DEFAULT_CONFIG } = useConfig();
  const { events, loseCategory, newCategories, withoutDistance } = impact;
  const isRefused = withoutDistance.count > 0;
  const lines = [
    ...describeImpact(events, config),
    ...describeSome(loseCategory, 'loses their category', 'lose their category'),
    ...describeSome(newCategories, 'gets another category', 'get another category'),
  ];
  return (
    <ConfirmDialog
      title="Save the race?"
      confirmLabel="Save"
      kind={lines.length > 0 ? 'danger' : 'main'}
      isBusy={form.isBusy}
      isReady={!isRefused}
      onConfirm={form.save}
      onCancel={form.cancel}
    >
      {isRefused ? (
        <Banner kind="alert">
          {countOf(withoutDistance.count, 'runner')} would be without a distance:{' '}
          {nameSome(withoutDistance)}. Move them to another one first, or keep theirs.
        </Banner>
      ) : null}
      <ul>
        {lines.length === 0 && !isRefused ? <li>No runner is affected.</li> : null}
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>Everyone’s page will reload. No reads are lost.</p>
    </ConfirmDialog>
  );
}

function describeSome(some: SomeRunners, one: string, many: string): readonly string[] {
  if (some.count === 0) return [];
  return [`${countOf(some.count, 'runner')} ${some.count === 1 ? one : many}: ${nameSome(some)}.`];
}

function nameSome({ count: all, first }: SomeRunners): string {
  const named = first.map(({ bibNumber, name }) => `${bibNumber} ${name}`.trim()).join(', ');
  return all > first.length ? `${named} and ${all - first.length} more` : named;
}
