import type { ReactNode } from 'react';

import type { OrganisersScreen } from '#client/ui/organisers-screens.ts';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import styles from './ScreenHead.module.css';

export interface ScreenHeadProps {
  readonly screen: OrganisersScreen;
  readonly children?: ReactNode;
}

/** The heading of a screen, also used as the title of the browser's tab. */
export function ScreenHead({ screen, children }: ScreenHeadProps): ReactNode {
  const title = screen.heading ?? screen.name;
  useDocumentTitle(title);
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </div>
  );
}
