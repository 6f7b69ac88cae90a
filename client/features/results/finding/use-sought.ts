import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { beneathOverlays } from '#client/ui/overlays.ts';
import { type Sought, readSought, writeSought } from './sought.ts';

/** After the last key, before it stands in the address: a browser takes only so many changes of that. */
const PAUSE_MS = 400;

const RESULTS = '/';

export interface SoughtState {
  readonly sought: Sought;
  readonly change: (part: Partial<Sought>) => void;
  /** The address that is shown, with what is sought by now. */
  readonly address: () => URLSearchParams;
}

/**
 * What is sought, as the address holds it (SCREENS.md FD6). What is typed takes the place of what
 * was typed before; another filter is a step, which Back takes back. What lies over the page has
 * entries of its own in the history, so the address follows when that is gone.
 */
export function useSought(): SoughtState {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [sought, setSought] = useState(() => readSought(search));
  const latest = useRef(sought);
  /** What the address held when this part wrote it last, or read it. */
  const known = useRef(spell(sought));

  useLayoutEffect(() => {
    const given = readSought(search);
    if (spell(given) === known.current) return;
    known.current = spell(given);
    latest.current = given;
    setSought(given);
  }, [search]);

  const address = useCallback(() => {
    const params = new URLSearchParams(location.search);
    writeSought(params, latest.current);
    known.current = spell(readSought(params.toString()));
    return params;
  }, []);

  useEffect(() => {
    const shown = readSought(location.search);
    if (spell(shown) === spell(sought)) return undefined;
    const isStep = spell({ ...shown, text: '' }) !== spell({ ...sought, text: '' });
    let isOver = false;
    const timer = setTimeout(
      () => {
        beneathOverlays(() => {
          // Another screen may lie over the results by now.
          if (isOver || location.pathname !== RESULTS) return;
          const params = address();
          const query = params.toString();
          if (`?${query}` === location.search) return;
          void navigate(query === '' ? RESULTS : `?${query}`, { replace: !isStep });
        });
      },
      isStep ? 0 : PAUSE_MS,
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [sought, address, navigate]);

  return {
    sought,
    change: useCallback((part) => {
      latest.current = { ...latest.current, ...part };
      setSought(latest.current);
    }, []),
    address,
  };
}

function spell(sought: Sought): string {
  const params = new URLSearchParams();
  writeSought(params, sought);
  return params.toString();
}
