import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { ProblemScreen } from './ProblemScreen.tsx';

/** Shown for an address that leads nowhere. */
export function NoSuchPage(): ReactNode {
  return (
    <ProblemScreen title="There is no such page">
      <p>Perhaps the link is old, or a letter got lost on the way.</p>
      <p>
        <Link to="/">Go to the results</Link>
      </p>
    </ProblemScreen>
  );
}
