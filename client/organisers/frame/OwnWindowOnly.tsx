import type { ReactNode } from 'react';
import { useHref, useLocation } from 'react-router-dom';

import { ProblemScreen } from '#client/ui/ProblemScreen.tsx';

/** Stands in for an organisers' screen inside the page of another site, and leads to the screen itself. */
export function OwnWindowOnly(): ReactNode {
  const address = useHref(useLocation());
  return (
    <ProblemScreen title="This screen needs a window of its own">
      <p>
        It is not shown inside the page of another site, where one could be led to press buttons
        that one does not see.
      </p>
      <p>
        <a href={address} target="_blank" rel="noopener">
          Open it in its own window
        </a>
      </p>
    </ProblemScreen>
  );
}
