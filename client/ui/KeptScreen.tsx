import { Activity, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { HeldLocation, findIndex } from './page-history.tsx';

export interface KeptScreenProps {
  /** It is the screen of the address. */
  readonly isShown: boolean;
  /** Another screen covers it, from which people return. */
  readonly isKept: boolean;
  readonly children: ReactNode;
}

/** The index of the history entry at which the kept screen was last shown. */
let keptIndex: number | undefined;

/** How many steps back the kept screen below this one is; undefined without one. */
export function countStepsBack(): number | undefined {
  const steps = (findIndex(history.state) ?? 0) - (keptIndex ?? Infinity);
  return steps > 0 ? steps : undefined;
}

/**
 * A screen that stays, hidden, while another one covers it: people find it again as they left it, with the typed text,
 * the scroll position and the focus. Shown at another address than before, it begins at the top.
 */
export function KeptScreen({ isShown, isKept, children }: KeptScreenProps): ReactNode {
  const [isOpen, setIsOpen] = useState(isShown);
  if (isOpen !== isShown && (isShown || !isKept)) setIsOpen(isShown);
  useLayoutEffect(() => {
    if (isShown) keptIndex = findIndex(history.state);
    else if (!isOpen) keptIndex = undefined;
  });
  if (!isOpen) return null;
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <HeldLocation isHeld={!isShown}>
        <KeptPlace />
        {children}
      </HeldLocation>
    </Activity>
  );
}

interface LeftPlace {
  readonly search: string;
  readonly scrollPx: number;
  readonly focused: Element | null;
}

/** Before the rest of the screen, whose components may then move what is in view to show what arrived since. */
function KeptPlace(): ReactNode {
  const { search } = useLocation();
  const latest = useRef(search);
  const left = useRef<LeftPlace>(undefined);
  useLayoutEffect(() => {
    latest.current = search;
  }, [search]);
  // Runs again each time the screen is shown.
  useLayoutEffect(() => {
    const before = left.current;
    if (before) {
      const top = before.search === latest.current ? before.scrollPx : 0;
      window.scrollTo({ top, behavior: 'instant' });
      if (before.focused instanceof HTMLElement) before.focused.focus({ preventScroll: true });
    }
    return () => {
      const { scrollY: scrollPx } = window;
      left.current = { search: latest.current, scrollPx, focused: document.activeElement };
    };
  }, []);
  return null;
}
