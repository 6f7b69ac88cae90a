import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { beneathOverlays } from '#client/ui/overlays.ts';
import type { Courses } from '#shared/model/courses.ts';
import { type ResultsQuery, readQuery, writeQuery } from './results-query.ts';

/** Delay from the last keystroke to the address change: browsers limit how often it may change. */
const PAUSE_MS = 400;

const RESULTS = '/';

export interface ResultsQueryState {
  readonly query: ResultsQuery;
  readonly change: (part: Partial<ResultsQuery>) => void;
  readonly address: () => URLSearchParams;
}

/**
 * The query, in step with the address (SCREENS.md FD6). A changed text replaces the history entry; a changed filter
 * adds one, which Back undoes. Overlays have history entries of their own, so the address changes after they close.
 * The query is read again once the race is known.
 */
export function useResultsQuery(courses: Courses): ResultsQueryState {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [query, setQuery] = useState(() => readQuery(search, courses));
  const latest = useRef(query);
  /** The query of the address when last read or written here. */
  const known = useRef(spell(query));

  useLayoutEffect(() => {
    const given = readQuery(search, courses);
    if (spell(given) === known.current) return;
    known.current = spell(given);
    latest.current = given;
    setQuery(given);
  }, [search, courses]);

  const address = useCallback(() => {
    const params = new URLSearchParams(location.search);
    writeQuery(params, latest.current);
    known.current = spell(readQuery(params.toString(), courses));
    return params;
  }, [courses]);

  useEffect(() => {
    const shown = readQuery(location.search, courses);
    if (spell(shown) === spell(query)) return undefined;
    const isStep = spell({ ...shown, text: '' }) !== spell({ ...query, text: '' });
    let isOver = false;
    const timer = setTimeout(
      () => {
        beneathOverlays(() => {
          // Another screen may have opened.
          if (isOver || location.pathname !== RESULTS) return;
          const params = address();
          const search = params.toString();
          if (`?${search}` === location.search) return;
          void navigate(search === '' ? RESULTS : `?${search}`, { replace: !isStep });
        });
      },
      isStep ? 0 : PAUSE_MS,
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [query, address, navigate, courses]);

  return {
    query,
    change: useCallback((part) => {
      latest.current = { ...latest.current, ...part };
      setQuery(latest.current);
    }, []),
    address,
  };
}

function spell(query: ResultsQuery): string {
  const params = new URLSearchParams();
  writeQuery(params, query);
  return params.toString();
}
