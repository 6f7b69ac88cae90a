import type { ReactNode } from 'react';

import type { DistanceCount, SetupImpact, SomeRunners } from '#shared/wire/config-api.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { countOf } from '#client/organisers/texts/count-words.ts';
import type { SetupForm, SetupQuestion } from './use-setup-form.ts';

export interface ImpactQuestionProps {
  readonly form: SetupForm;
  readonly question: SetupQuestion;
}

/** Shows the effect of a save on the race, and asks whether to save. */
export function ImpactQuestion({
  form,
  question: { setup, impact },
}: ImpactQuestionProps): ReactNode {
  const isRefused = impact.withoutDistance.count > 0;
  return (
    <ConfirmDialog
      title="Save the race?"
      confirmLabel="Save"
      kind={impact.affected > 0 ? 'danger' : 'main'}
      isBusy={form.isBusy}
      isReady={!isRefused}
      onConfirm={() => void form.save(setup)}
      onCancel={form.cancel}
    >
      {isRefused ? (
        <Banner kind="alert">
          {countOf(impact.withoutDistance.count, 'runner')} would be without a distance:{' '}
          {nameSome(impact.withoutDistance)}. Move them to another one first, or keep theirs.
        </Banner>
      ) : null}
      <ul>
        {describeImpact(impact).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>Everyone’s page will reload. No reads are lost, and you can undo it under Changes.</p>
    </ConfirmDialog>
  );
}

function describeImpact(impact: SetupImpact): readonly string[] {
  const { affected, distances, loseCategory, newCategories, moved } = impact;
  const changed = distances.flatMap(({ name, code, before, after }) => {
    if (before.listed === after.listed && before.finished === after.finished) return [];
    return [`${name} (${code}): ${count(before)} now, ${count(after)} then.`];
  });
  return [
    affected === 0 ? 'No runner is affected.' : `It affects ${countOf(affected, 'runner')}.`,
    ...changed,
    ...(loseCategory.count === 0
      ? []
      : [`${loseCategory.count} lose their category: ${nameSome(loseCategory)}.`]),
    ...(newCategories.count === 0
      ? []
      : [`${newCategories.count} get another category: ${nameSome(newCategories)}.`]),
    ...(moved === 0
      ? []
      : [`${countOf(moved, 'runner')} of the finishers would get another time.`]),
  ];
}

function count({ listed, finished }: DistanceCount): string {
  return `${listed} entered, ${finished} finished`;
}

function nameSome({ count: all, first }: SomeRunners): string {
  const named = first.map(({ bibNumber, name }) => `${bibNumber} ${name}`.trim()).join(', ');
  return all > first.length ? `${named} and ${all - first.length} more` : named;
}
