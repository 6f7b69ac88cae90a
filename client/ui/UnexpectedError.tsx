import type { ReactNode } from 'react';

import { ProblemScreen } from './ProblemScreen.tsx';

/** Shown in place of the page when rendering it failed (SCREENS.md SE3). */
export function UnexpectedError(): ReactNode {
  return (
    <ProblemScreen title="Unexpected Application Error!">
      <p>Something on this page broke. The race and its results are not affected.</p>
      <p>
        <button
          type="button"
          onClick={() => {
            location.reload();
          }}
        >
          Reload the page
        </button>
        {/* A plain link: what broke may be what an in-page change would need. */}
        <a href="/">Back to the results</a>
      </p>
    </ProblemScreen>
  );
}
