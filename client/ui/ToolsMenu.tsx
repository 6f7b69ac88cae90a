import { type ReactNode, Suspense, useRef, useState } from 'react';
import { createDeferred } from './deferred.tsx';
import styles from './ToolsMenu.module.css';
import type { ToolsListProps } from './ToolsList.tsx';

const list = createDeferred<ToolsListProps>(
  async () => (await import('./ToolsList.tsx')).ToolsList,
  {
    name: ({ problem }) => problem.menu,
    isAsked: ({ isOpen }) => isOpen,
    dismiss: ({ onClose }) => onClose(),
  },
);

/**
 * The button of the menu of organisers' screens. The menu itself is loaded once the button is
 * pointed at, focused or pressed: hardly a spectator ever needs it.
 */
export function ToolsMenu({ may }: Pick<ToolsListProps, 'may'>): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isUsed, setIsUsed] = useState(false);
  // A press on the button takes the focus out of the menu and so closes it: the click must not
  // reopen it.
  const wasOpenAtPress = useRef(false);

  return (
    // The organisers' screens are in English, whatever language is around it.
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
        <Suspense>
          <list.Component
            isOpen={isOpen}
            may={may}
            anchor={button}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
