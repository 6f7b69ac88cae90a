import type { ReactNode } from 'react';

import { findDeskPath, ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import { findCallPath, findRollCallPath } from '#client/organisers/rollcall/roll-call-address.ts';
import { Link } from '#client/ui/Link.tsx';
import type { ToDo } from '#shared/control/to-do.ts';

/** A link to where a matter is dealt with; empty where there is no such place. */
export function ToDoLink({ toDo }: { readonly toDo: ToDo }): ReactNode {
  const target = findTarget(toDo);
  return target ? (
    <Link className="link" to={target.to}>
      {target.label}
    </Link>
  ) : null;
}

function findTarget(toDo: ToDo): { readonly to: string; readonly label: string } | undefined {
  switch (toDo.kind) {
    case 'never-seen':
    case 'checked-in-unseen':
      return { to: findRollCallPath(toDo.event, 'start-line'), label: 'To the list' };
    case 'past-cut-off':
      return { to: findRollCallPath(toDo.group.event, 'past-cut-off'), label: 'To the list' };
    case 'in-by-laps':
      return { to: findRollCallPath(toDo.event, 'on-course'), label: 'To the list' };
    case 'to-check':
    case 'strange-bands':
      return { to: ORGANISERS_SCREENS.missing, label: 'Open' };
    case 'silent-point':
      return { to: `${ORGANISERS_SCREENS.reads}?point=${toDo.point}`, label: 'Its reads' };
    case 'notice': {
      const { notice } = toDo;
      if (notice.kind === 'clock-suspected' || notice.kind === 'sources-swapped') {
        return { to: ORGANISERS_SCREENS.reads, label: 'Look and repair' };
      }
      if (notice.kind !== 'clock' && notice.kind !== 'silent-source') return undefined;
      const params = new URLSearchParams({ source: notice.source });
      return { to: `${ORGANISERS_SCREENS.reads}?${params}`, label: 'Its reads' };
    }
    case 'contradiction': {
      const { runnerId } = toDo.called.runner;
      return { to: findDeskPath(runnerId), label: 'Desk' };
    }
    case 'out-not-safe':
    case 'out-at-closing':
    case 'overdue':
      return { to: findCallPath(toDo.called.runner), label: 'Roll-call' };
    case 'sighting':
      return undefined;
    default:
      return toDo satisfies never;
  }
}
