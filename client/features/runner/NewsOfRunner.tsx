import type { ReactNode } from 'react';
import { NewsControl, type NewsControlProps } from '#client/spectators/news/NewsControl.tsx';

/** Offers news of a runner who may still pass somewhere. */
export function NewsOfRunner({ runner }: Required<NewsControlProps>): ReactNode {
  return (
    <div className="panel unprinted">
      <NewsControl runner={runner} />
    </div>
  );
}
