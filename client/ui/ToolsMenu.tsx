import { type MouseEvent, type ReactNode, useId } from 'react';

import type { Right } from '#shared/wire/auth-api.ts';

import { isFramed } from './embedding.ts';
import { isPlainPress, Link } from './Link.tsx';
import { listScreens } from './organisers-screens.ts';
import styles from './ToolsMenu.module.css';

export interface ToolsMenuProps {
  /** Whether the user has a right; without it all screens are listed. */
  readonly may?: (right: Right) => boolean;
}

/** The menu of organisers' screens, which the browser opens and closes. Its links leave the frame of an embedded page. */
export function ToolsMenu({ may }: ToolsMenuProps): ReactNode {
  const id = useId();
  return (
    // English like the organisers' screens, whatever the language of the page.
    <div className={styles.tools} lang="en">
      <button className={styles.button} type="button" popoverTarget={id}>
        Tools <span aria-hidden="true">▾</span>
      </button>
      <nav id={id} className={styles.menu} popover="auto" aria-label="Tools">
        {listScreens(may).map(({ path, name, menuLink }) =>
          menuLink === undefined ? null : (
            <Link
              key={path}
              className={styles.item}
              to={path}
              // Names the screen as the bar does, if the link does not.
              aria-description={menuLink.includes(name) ? undefined : name}
              onClick={follow}
            >
              {menuLink}
            </Link>
          ),
        )}
      </nav>
    </div>
  );
}

function follow(press: MouseEvent<HTMLAnchorElement>): void {
  // Missing in browsers without popovers.
  press.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover?.();
  if (!isPlainPress(press) || !isFramed()) return;
  press.preventDefault();
  window.open(press.currentTarget.href, '_top');
}
