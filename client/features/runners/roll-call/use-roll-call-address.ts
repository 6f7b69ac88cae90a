import { useSearchParams } from 'react-router-dom';

import type { Courses } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/event.ts';
import { beneathOverlays } from '#client/ui/overlays.ts';
import { parseShown, type Shown } from './roll-call-view.ts';

/** The view in the address, so that other screens can link to it. */
export interface RollCallAddress {
  /** Undefined for all races. */
  readonly event: EventCode | undefined;
  readonly shown: Shown;
  /** The search text that another screen links to; typing here does not change it. */
  readonly find: string;
  readonly change: (part: { readonly event?: EventCode; readonly shown?: Shown }) => void;
}

export function useRollCallAddress(courses: Courses): RollCallAddress {
  const [params, setParams] = useSearchParams();
  const event = params.get('event');
  return {
    event: courses.hasEvent(event) ? event : undefined,
    shown: parseShown(params.get('show') ?? ''),
    find: (params.get('find') ?? '').slice(0, 100),
    change: (part) => {
      beneathOverlays(() => {
        const next = new URLSearchParams(location.search);
        const set = (name: string, value: string): void => {
          if (value === '') next.delete(name);
          else next.set(name, value);
        };
        if (part.event !== undefined) set('event', part.event);
        if (part.shown !== undefined) set('show', part.shown === 'course' ? '' : part.shown);
        next.delete('find');
        setParams(next, { replace: true });
      });
    },
  };
}
