import { useEffect, useRef, useState } from 'react';

import { logOnce } from '#client/live/log-once.ts';

/**
 * The result of a long computation, which runs after a paint whenever `work` changes; until then the previous result,
 * undefined before the first. With `isQuick` the first runs during the first render.
 */
export function useWorkedOut<T>(work: () => T, isQuick = false): T | undefined {
  const [found, setFound] = useState(() => (isQuick ? work() : undefined));
  const done = useRef(isQuick ? work : undefined);
  useEffect(() => {
    if (done.current === work) return undefined;
    done.current = undefined;
    const timer = setTimeout(() => {
      try {
        const answer = work();
        setFound(() => answer);
      } catch (error) {
        logOnce('what follows from all rows cannot be worked out', error);
      }
    });
    return () => clearTimeout(timer);
  }, [work]);
  return found;
}
