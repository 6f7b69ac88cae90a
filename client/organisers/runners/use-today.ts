import { SECOND_MS } from '#shared/model/time.ts';
import { useEffect, useState } from 'react';

import { formatDay } from './describe-sight.ts';

/** The date on the clock of the zone, as {@link formatDay} writes it; renders again when it changes. */
export function useToday(timeZone: string): string {
  const [today, setToday] = useState(() => formatDay(Date.now(), timeZone));
  useEffect(() => {
    const look = (): void => {
      setToday(formatDay(Date.now(), timeZone));
    };
    look();
    const timer = setInterval(look, SECOND_MS);
    return () => {
      clearInterval(timer);
    };
  }, [timeZone]);
  return today;
}
