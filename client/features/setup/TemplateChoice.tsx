import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { RaceSetup } from '#shared/model/race-setup.ts';
import { loadTemplate } from '#shared/templates/templates.ts';
import type { SetupBody, TemplateEntry } from '#shared/wire/setup-api.ts';
import { Button } from '#client/ui/Button.tsx';
import { CourseLine } from './CourseLine.tsx';
import styles from './SetupScreen.module.css';

export interface TemplateChoiceProps {
  readonly body: SetupBody;
  readonly onChosen: (setup: RaceSetup) => void;
}

/** The templates of a race. Choosing one saves nothing. */
export function TemplateChoice({ body, onChosen }: TemplateChoiceProps): ReactNode {
  return (
    <section aria-label="Templates" className="stack-8">
      <h2 className="heading">Templates</h2>
      <p className="text-m muted">
        {body.isTemplate
          ? 'Nobody has set this race up yet: it is the usual one of three distances. Change that below, or begin from another. '
          : 'Another template takes the place of everything below. '}
        Nothing is saved until you press Save.
      </p>
      <ul className={styles.cards}>
        {body.templates.map((template) => (
          <TemplateCard key={template.name} template={template} onChosen={onChosen} />
        ))}
      </ul>
    </section>
  );
}

interface TemplateCardProps {
  readonly template: TemplateEntry;
  readonly onChosen: (setup: RaceSetup) => void;
}

function TemplateCard({ template, onChosen }: TemplateCardProps): ReactNode {
  const { name, title, description } = template;
  const { data: setup } = useQuery({
    queryKey: ['template', name],
    queryFn: async () => (await loadTemplate(name)) ?? null,
    staleTime: Infinity,
  });
  const course = setup?.courses.find(({ id }) => id === setup.distances[0]?.course);
  return (
    <li className={styles.card}>
      <h3 className="bold">{title}</h3>
      <p className="text-m muted">{description}</p>
      {setup && course ? <CourseLine course={course} points={setup.points} /> : null}
      <Button
        aria-label={`Begin from: ${title}`}
        disabled={!setup}
        onClick={() => {
          if (setup) onChosen(setup);
        }}
      >
        Begin from this
      </Button>
    </li>
  );
}
