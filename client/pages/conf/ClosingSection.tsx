import type { ReactNode } from 'react';

import { Button } from '../../components/Button.tsx';
import layout from './layout.module.css';
import styles from './ClosingSection.module.css';
import { Section } from './Section.tsx';

export interface ClosingSectionProps {
  readonly isClosed: boolean;
  readonly onAsk: () => void;
}

/** Says whether the race is over, and offers the other. */
export function ClosingSection({ isClosed, onAsk }: ClosingSectionProps): ReactNode {
  return (
    <Section title="End of the race">
      <p className={styles.state}>
        <strong>{isClosed ? 'The race is closed.' : 'The race is open.'}</strong>{' '}
        {isClosed
          ? 'Whoever had not finished shows as DNF.'
          : 'Whoever has not finished shows as racing. Close it when nobody is out any more: they become DNF.'}
      </p>
      <div className={layout.choice}>
        <Button kind={isClosed ? 'plain' : 'danger'} onClick={onAsk}>
          {isClosed ? 'Reopen the race' : 'Close the race'}
        </Button>
      </div>
    </Section>
  );
}
