import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { RaceSetup } from '#shared/model/race-setup.ts';
import { loadTemplates, type Template, TEMPLATES } from '#shared/templates/templates.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CourseSummary } from './CourseSummary.tsx';

/** All at once: a late one would move the buttons of the others. */
export function useTemplates(): UseQueryResult<ReadonlyMap<string, RaceSetup>> {
  return useQuery({
    queryKey: ['templates'],
    queryFn: loadTemplates,
    staleTime: Infinity,
    // Otherwise each part that mounts would restart the loading state.
    retryOnMount: false,
  });
}

export interface TemplateChoiceProps {
  /** No setup has been saved yet. */
  readonly isFirst: boolean;
  readonly onChosen: (setup: RaceSetup) => void;
}

export function TemplateChoice({ isFirst, onChosen }: TemplateChoiceProps): ReactNode {
  const { data: templates, isPending, isError } = useTemplates();
  return (
    <section aria-label="Templates" className="stack-8">
      <h2 className="heading">Templates</h2>
      <p className="text-m muted">
        {isFirst
          ? 'This race is not set up yet, so it has the usual three distances. Change them below, or start from a template. '
          : 'A template replaces everything below. '}
        Nothing is saved until you press Save.
      </p>
      {isError ? (
        <Banner kind="alert">The templates cannot be loaded. Reload this page.</Banner>
      ) : null}
      {isPending ? (
        <output>Loading...</output>
      ) : (
        <ul className="plain-list grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-3">
          {TEMPLATES.map((entry) => (
            <TemplateCard
              key={entry.name}
              entry={entry}
              setup={templates?.get(entry.name)}
              onChosen={onChosen}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface TemplateCardProps {
  readonly entry: Template;
  /** Undefined if it could not be loaded. */
  readonly setup: RaceSetup | undefined;
  readonly onChosen: (setup: RaceSetup) => void;
}

function TemplateCard({ entry, setup, onChosen }: TemplateCardProps): ReactNode {
  const { title, description } = entry;
  const course = setup?.courses.find(({ id }) => id === setup.distances[0]?.course);
  return (
    <li className="framed stack-8 one-column grid-rows-[auto_auto_1fr_auto] px-3.5 pt-3 pb-3.5 [&>button]:justify-self-start">
      <h3 className="bold">{title}</h3>
      <p className="text-m muted">{description}</p>
      {setup && course ? <CourseSummary course={course} points={setup.points} /> : null}
      <Button
        aria-label={`Start from: ${title}`}
        disabled={!setup}
        onClick={() => {
          if (setup) onChosen(setup);
        }}
      >
        Use this template
      </Button>
    </li>
  );
}
