import { ControlledMenu, MenuItem } from '@szhsin/react-menu';
import type { ReactNode, RefObject } from 'react';
import { useNavigate } from 'react-router-dom';

import type { Right } from '#shared/wire/auth-api.ts';

import { isFramed } from './embedding.ts';
import { isPlainPress } from './Link.tsx';
import { listScreens } from './organisers-screens.ts';
import { afterOverlays, useBackCloses } from './overlays.ts';
import styles from './ToolsMenu.module.css';

export interface ToolsListProps {
  readonly isOpen: boolean;
  /** Whether the user has a right; without it all screens are listed. */
  readonly may?: ((right: Right) => boolean) | undefined;
  /** The button of the menu, which gets the focus back. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** The open menu. Its entries are links: they can open in a new tab, and leave the frame of an embedded page. */
export function ToolsList({ isOpen, may, anchor, onClose }: ToolsListProps): ReactNode {
  const navigate = useNavigate();
  useBackCloses(isOpen, () => {
    onClose();
    anchor.current?.focus();
  });
  return (
    <ControlledMenu
      state={isOpen ? 'open' : 'closed'}
      // The button is rendered whenever the menu is.
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
            // Names the screen as the bar does, if the link does not.
            aria-description={menuLink.includes(name) ? undefined : name}
            {...(isFramed() ? { target: '_top' } : {})}
            className={styles.item ?? ''}
            onClick={({ syntheticEvent }) => {
              if (!isPlainPress(syntheticEvent) || isFramed()) return;
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
