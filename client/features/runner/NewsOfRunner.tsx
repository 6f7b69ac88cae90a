import type { ReactNode } from 'react';
import { NewsControl, type NewsControlProps } from '#client/spectators/news/NewsControl.tsx';

/** Has whoever is on the page told of the runner, who may still pass somewhere (SCREENS.md FW14). */
export function NewsOfRunner({ runner }: Required<NewsControlProps>): ReactNode {
  return (
    <div className="panel unprinted">
      <NewsControl runner={runner} />
    </div>
  );
}
