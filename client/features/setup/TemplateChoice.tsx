import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { RaceSetup } from '#shared/model/race-setup.ts';
import { loadTemplate, TEMPLATES } from '#shared/templates/templates.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';

export interface TemplateChoiceProps {
  /** No setup has been saved yet. */
  readonly isFirst: boolean;
  readonly onChosen: (setup: RaceSetup) => void;
}

export function TemplateChoice({ isFirst, onChosen }: TemplateChoiceProps): ReactNode {
  const load = useMutation({
    mutationFn: loadTemplate,
    onSuccess: (setup) => {
      if (setup) onChosen(setup);
    },
  });
  return (
    <section aria-label="Templates" className="stack-8">
      <h2 className="heading">Templates</h2>
      <p className="text-m muted">
        {isFirst
          ? 'This race is not set up yet, so it has the usual three distances. Change them below, or start from a template. '
          : 'A template replaces everything below. '}
        Nothing is saved until you press Save.
      </p>
      {load.isError ? (
        <Banner kind="alert">The template cannot be loaded. Reload this page.</Banner>
      ) : null}
      <ul className="plain-list grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-3">
        {TEMPLATES.map(({ name, title, description }) => (
          <li
            key={name}
            className="framed stack-8 one-column grid-rows-[auto_1fr_auto] px-3.5 pt-3 pb-3.5 [&>button]:justify-self-start"
          >
            <h3 className="bold">{title}</h3>
            <p className="text-m muted">{description}</p>
            <Button aria-label={`Start from: ${title}`} onClick={() => load.mutate(name)}>
              Use this template
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
