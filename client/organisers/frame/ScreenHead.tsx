import type { ReactNode } from 'react';

import type { OrganisersScreen } from '#client/ui/organisers-screens.ts';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';

export interface ScreenHeadProps {
  readonly screen: OrganisersScreen;
  readonly children?: ReactNode;
}

/** The heading of a screen. It has its own margin below, so it belongs outside a stack. */
export function ScreenHead({ screen, children }: ScreenHeadProps): ReactNode {
  const title = screen.heading ?? screen.name;
  useDocumentTitle(title);
  return (
    <div className="row gap-x-3.5 pt-5 pb-3.5">
      <h1 className="shrinks bold anywhere text-[min(var(--title-xl),13vw)] leading-tight">
        {title}
      </h1>
      {children}
    </div>
  );
}
