import { ControlledMenu, MenuItem } from '@szhsin/react-menu';
import type { ReactNode, RefObject } from 'react';
import { useNavigate } from 'react-router-dom';

import type { Right } from '#shared/wire/auth-api.ts';

import { isFramed } from './embedding.ts';
import { listScreens } from './organisers-screens.ts';
import { afterOverlays, useBackCloses } from './overlays.ts';
import styles from './ToolsMenu.module.css';

export interface ToolsListProps {
  readonly isOpen: boolean;
  /** Whether the viewer has a right; without it all screens are offered. */
  readonly may?: ((right: Right) => boolean) | undefined;
  /** The button it hangs from, which gets the focus back. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/**
 * The open menu. Its entries are links: they can open in a new tab, and open in the whole window
 * where the page is embedded in another one.
 */
export function ToolsList({ isOpen, may, anchor, onClose }: ToolsListProps): ReactNode {
  const navigate = useNavigate();
  useBackCloses(isOpen, () => {
    onClose();
    anchor.current?.focus();
  });
  return (
    <ControlledMenu
      state={isOpen ? 'open' : 'closed'}
      // The menu only exists while its button does.
      anchorRef={anchor as RefObject<HTMLButtonElement>}
      align="end"
      gap={8}
      menuClassName={styles.menu ?? ''}
      aria-label="Tools"
      onClose={({ reason }) => {
        onClose();
        if (reason === 'cancel') anchor.current?.focus();
      }}
      menuItemFocus={{ position: 'first' }}
    >
      {listScreens(may).map(({ path, name, menuLink }) =>
        menuLink === undefined ? null : (
          <MenuItem
            key={path}
            href={path}
            // Gives the name in the bar where the link says something else.
            aria-description={menuLink.includes(name) ? undefined : name}
            {...(isFramed() ? { target: '_top' } : {})}
            className={styles.item ?? ''}
            onClick={({ syntheticEvent }) => {
              const isPlain =
                !syntheticEvent.ctrlKey && !syntheticEvent.metaKey && !syntheticEvent.shiftKey;
              if (!isPlain || isFramed()) return;
              syntheticEvent.preventDefault();
              afterOverlays(() => void navigate(path));
            }}
          >
            {menuLink}
          </MenuItem>
        ),
      )}
    </ControlledMenu>
  );
}
