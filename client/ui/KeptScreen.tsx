import { Activity, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { HeldLocation, findIndex } from './page-history.tsx';

export interface KeptScreenProps {
  /** Whether it is the screen of the address. */
  readonly isShown: boolean;
  /** Whether it stays mounted while another screen covers it. */
  readonly isKept: boolean;
  readonly children: ReactNode;
}

/** The index of the history entry at which the kept screen was last shown. */
let keptIndex: number | undefined;

/** The distance in the history to the kept screen below this one; undefined without one. */
export function countStepsBack(): number | undefined {
  const steps = (findIndex(history.state) ?? 0) - (keptIndex ?? Infinity);
  return steps > 0 ? steps : undefined;
}

/**
 * A screen that stays mounted but hidden while another one covers it, so that people return to their typed text, scroll
 * position and focus. At another address than before it begins at the top.
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
        <RestorePlace />
        {children}
      </HeldLocation>
    </Activity>
  );
}

interface Place {
  readonly search: string;
  readonly scrollPx: number;
  readonly focused: Element | null;
}

/** Rendered first: the effects of the screen's other components may then scroll to new rows. */
function RestorePlace(): ReactNode {
  const { search } = useLocation();
  const latest = useRef(search);
  const left = useRef<Place>(undefined);
  useLayoutEffect(() => {
    latest.current = search;
  }, [search]);
  // Activity runs it again each time the screen is shown.
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
