import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { beneathOverlays } from '#client/ui/overlays.ts';
import type { Courses } from '#shared/model/courses.ts';
import { type ResultsQuery, readQuery, writeQuery } from './results-query.ts';

/** After the last key, before it stands in the address: a browser takes only so many changes of that. */
const PAUSE_MS = 400;

const RESULTS = '/';

export interface ResultsQueryState {
  readonly query: ResultsQuery;
  readonly change: (part: Partial<ResultsQuery>) => void;
  /** The address that is shown, with what is searched for by now. */
  readonly address: () => URLSearchParams;
}

/**
 * What is searched for, as the address holds it (SCREENS.md FD6). What is typed takes the place of what
 * was typed before; another filter is a step, which Back takes back. What lies over the page has
 * entries of its own in the history, so the address follows when that is gone. It is read anew when it
 * turns out what race it is of.
 */
export function useResultsQuery(courses: Courses): ResultsQueryState {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [query, setQuery] = useState(() => readQuery(search, courses));
  const latest = useRef(query);
  /** What the address held when this part wrote it last, or read it. */
  const known = useRef(spell(query, courses));

  useLayoutEffect(() => {
    const given = readQuery(search, courses);
    if (spell(given, courses) === known.current) return;
    known.current = spell(given, courses);
    latest.current = given;
    setQuery(given);
  }, [search, courses]);

  const address = useCallback(() => {
    const params = new URLSearchParams(location.search);
    writeQuery(params, latest.current, courses);
    known.current = spell(readQuery(params.toString(), courses), courses);
    return params;
  }, [courses]);

  useEffect(() => {
    const shown = readQuery(location.search, courses);
    if (spell(shown, courses) === spell(query, courses)) return undefined;
    const isStep =
      spell({ ...shown, text: '' }, courses) !== spell({ ...query, text: '' }, courses);
    let isOver = false;
    const timer = setTimeout(
      () => {
        beneathOverlays(() => {
          // Another screen may lie over the results by now.
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

function spell(query: ResultsQuery, courses: Courses): string {
  const params = new URLSearchParams();
  writeQuery(params, query, courses);
  return params.toString();
}
