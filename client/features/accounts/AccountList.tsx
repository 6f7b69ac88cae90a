import type { ReactNode } from 'react';

import type { OrganiserEntry } from '#shared/wire/auth-api.ts';

import { COLUMN_HEADER, ROW, ROW_GROUP, TABLE } from '#client/ui/table-roles.ts';
import { useOrganiser } from '#client/organisers/session/use-session.ts';
import styles from './AccountList.module.css';
import { AccountRow } from './AccountRow.tsx';
import type { Deed } from './deeds.ts';

export interface AccountListProps {
  readonly entries: readonly OrganiserEntry[];
  readonly isLocal: boolean;
  readonly pending: Deed | undefined;
  readonly onDeed: (deed: Deed) => void;
}

/** All accounts, one a row; on a phone each is a block. */
export function AccountList({ entries, isLocal, pending, onDeed }: AccountListProps): ReactNode {
  const own = useOrganiser();
  return (
    <div className={styles.panel}>
      <table className={styles.table} {...TABLE} aria-label="Accounts">
        <thead {...ROW_GROUP}>
          <tr {...ROW}>
            <th {...COLUMN_HEADER} scope="col">
              Email
            </th>
            <th {...COLUMN_HEADER} scope="col">
              Role
            </th>
            <th {...COLUMN_HEADER} scope="col">
              State
            </th>
            <th {...COLUMN_HEADER} scope="col">
              <span className="visually-hidden">What can be done</span>
            </th>
          </tr>
        </thead>
        <tbody {...ROW_GROUP}>
          {entries.map((entry) => (
            <AccountRow
              key={entry.email}
              entry={entry}
              isOwn={entry.email === own.email}
              isLocal={isLocal}
              pending={pending}
              onDeed={onDeed}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
