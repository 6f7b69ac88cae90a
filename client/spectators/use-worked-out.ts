import { useEffect, useRef, useState } from 'react';

import { logOnce } from '#client/live/log-once.ts';
import { inSlices } from '#client/live/time-slices.ts';
import { type Steps, finish } from '#shared/scoring/steps.ts';

/**
 * The result of long work, done in steps whenever `work` changes; until then the previous result,
 * and undefined before the first. Where `isQuick`, the first is there at once.
 */
export function useWorkedOut<T>(work: () => Steps<T>, isQuick = false): T | undefined {
  const [found, setFound] = useState(() => (isQuick ? finish(work()) : undefined));
  const done = useRef(isQuick ? work : undefined);
  useEffect(() => {
    if (done.current === work) return undefined;
    done.current = undefined;
    let isOver = false;
    const renew = async (): Promise<void> => {
      try {
        const answer = await inSlices(work());
        if (!isOver) setFound(() => answer);
      } catch (error) {
        logOnce('what follows from all rows cannot be worked out', error);
      }
    };
    void renew();
    return () => {
      isOver = true;
    };
  }, [work]);
  return found;
}
