import { type ReactNode, useRef, useState } from 'react';
import { createDeferred } from './deferred.tsx';
import styles from './ToolsMenu.module.css';
import type { ToolsListProps } from './ToolsList.tsx';

const list = createDeferred<ToolsListProps>(
  async () => (await import('./ToolsList.tsx')).ToolsList,
  {
    isAsked: ({ isOpen }) => isOpen,
    dismiss: ({ onClose }) => onClose(),
    fallback: null,
  },
);

/**
 * The button of the menu of organisers' screens. The menu is loaded once somebody points at, focuses
 * or presses the button: spectators hardly ever need it.
 */
export function ToolsMenu({ may }: Pick<ToolsListProps, 'may'>): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isUsed, setIsUsed] = useState(false);
  // Pressing the button moves the focus out of the menu, which closes it: the click must not reopen it.
  const wasOpenAtPress = useRef(false);

  return (
    // English like the organisers' screens, whatever the language of the page.
    <div className={styles.tools} lang="en">
      <button
        ref={button}
        className={styles.button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={list.preload}
        onPointerDown={() => {
          list.preload();
          wasOpenAtPress.current = isOpen;
        }}
        onFocus={list.preload}
        onClick={() => {
          setIsUsed(true);
          setIsOpen(!wasOpenAtPress.current);
          wasOpenAtPress.current = false;
        }}
      >
        Tools <span aria-hidden="true">▾</span>
      </button>
      {isUsed ? (
        <list.Component
          isOpen={isOpen}
          may={may}
          anchor={button}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </div>
  );
}
