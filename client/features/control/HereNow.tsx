import { groupBy } from '#shared/model/group-by.ts';
import type { ReactNode } from 'react';

import type { Desk } from '#shared/wire/admin-events.ts';
import { compareText } from '#shared/scoring/order.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { nameOrganiser } from '#client/organisers/rollcall/describe-called.ts';
import { isolateText } from '#client/ui/isolate-text.ts';
import { type OrganisersScreen, SCREENS } from '#client/ui/organisers-screens.ts';

/** More are not read in a line. */
const MOST_NAMED = 20;

/** Which organisers are here, and at which screens. */
export function HereNow(): ReactNode {
  const { desks, everyone } = useLists();
  const byEmail = groupBy(desks, (desk) => desk.email);
  if (byEmail.size === 0) return null;
  const nameRow = (runnerId: string): string => {
    const runner = everyone.find((one) => one.runnerId === runnerId);
    const row = runner?.bibNumber || `${runner?.firstName ?? ''} ${runner?.lastName ?? ''}`.trim();
    return row === '' ? '' : `, row ${isolateText(row)}`;
  };
  const nameDesk = ({ screen, runnerId }: Desk): string =>
    `${nameScreen(screen)}${runnerId === undefined ? '' : nameRow(runnerId)}`;
  const people = [...byEmail]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([email, theirs]) => ({
      email,
      // The same screen in two tabs is one.
      where: [...new Set(theirs.map(nameDesk))].toSorted(compareText).join(' and '),
    }));
  const rest = people.length - MOST_NAMED;
  return (
    <section aria-label="Here now" className="text-m">
      <ul className="plain-list row">
        {people.slice(0, MOST_NAMED).map(({ email, where }) => (
          <li key={email} className="anywhere" title={email}>
            <strong>{nameOrganiser(email)}</strong>: {where}
          </li>
        ))}
        {rest > 0 ? <li>and {rest} more</li> : null}
      </ul>
    </section>
  );
}

/** A screen that only a later release has is called by its key. */
function nameScreen(name: string): string {
  const [, screen] = Object.entries<OrganisersScreen>(SCREENS).find(([key]) => key === name) ?? [];
  return screen?.name ?? name;
}
