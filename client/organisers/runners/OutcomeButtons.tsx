import { readOverrideText, KEPT_OVERRIDES } from '#shared/model/typed-words.ts';
import type { ReactNode } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from '#client/ui/Button.tsx';
import type { EditorValues } from './editor-values.ts';
import styles from './RunnerEditor.module.css';

const OUTCOMES = [
  { label: 'Retired', text: KEPT_OVERRIDES.dnf },
  { label: 'Did not start', text: KEPT_OVERRIDES.dns },
] as const;

export interface OutcomeButtonsProps {
  readonly form: UseFormReturn<EditorValues>;
  readonly onDelete: () => void;
}

/** The words and times that mean more than they say, as buttons (SCREENS.md SG20): after the fields, which are typed from one to the next. */
export function OutcomeButtons({ form, onDelete }: OutcomeButtonsProps): ReactNode {
  const typed = useWatch({ control: form.control, name: 'overrideTime' });
  const reading = readOverrideText(typed);
  const now = reading.ok ? reading.value : undefined;
  return (
    <div className={styles.outcomes}>
      {OUTCOMES.map(({ label, text }) => (
        <Button
          key={text}
          aria-pressed={now === text}
          onClick={() => {
            form.setValue('overrideTime', now === text ? '' : text, { shouldDirty: true });
          }}
        >
          {label}
        </Button>
      ))}
      <Button onClick={onDelete}>Delete</Button>
    </div>
  );
}
