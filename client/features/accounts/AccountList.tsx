import type { ReactNode } from 'react';
import type { OrganiserEntry, Role } from '#shared/wire/auth-api.ts';
import { COLUMN_HEADER, ROW, ROW_GROUP, TABLE, CELL, ROW_HEADER } from '#client/ui/table-roles.ts';
import { useOrganiser } from '#client/organisers/session/use-session.ts';
import styles from './AccountList.module.css';
import {
  type AccountAction,
  type ActionKind,
  describeAction,
  listActions,
} from './account-actions.ts';
import { Button } from '#client/ui/Button.tsx';
import { RoleChoice } from './RoleChoice.tsx';
import { ROLE_NAMES } from '#client/organisers/texts/role-names.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';

interface AccountRowProps extends Omit<AccountListProps, 'entries'> {
  readonly entry: OrganiserEntry;
  readonly isOwn: boolean;
}

/** An action and the one that undoes it share a button, so that the button keeps the focus. */
const SLOTS: Readonly<Record<ActionKind, string>> = {
  role: 'role',
  reset: 'password',
  'sign-out': 'sessions',
  disable: 'access',
  enable: 'access',
};

function AccountRow({ entry, isOwn, isLocal, pending, onAction }: AccountRowProps): ReactNode {
  const { email, role } = entry;
  const state = describeState(entry);
  return (
    <tr {...ROW} data-state={state.kind}>
      <th {...ROW_HEADER} className={styles.email}>
        {email} {isOwn ? <span className={styles.own}>you</span> : null}
      </th>
      <td {...CELL} className={styles.role}>
        {isOwn || entry.disabled ? (
          ROLE_NAMES[role]
        ) : (
          <RoleChoice
            className={styles.choice}
            aria-label={`Role of ${email}`}
            value={role}
            onChange={({ currentTarget }) => {
              // The select shows the old role again until the answer has come.
              if (!pending) onAction({ kind: 'role', email, role: currentTarget.value as Role });
            }}
          />
        )}
      </td>
      <td {...CELL}>
        <span className={styles.state}>{state.text}</span>
        {entry.sessions ? (
          <span className="block text-s muted nowrap">{countOf(entry.sessions, 'session')}</span>
        ) : null}
      </td>
      <td {...CELL}>
        {isOwn ? (
          <span className={`${styles.remark} block text-s muted text-right`}>
            Another organiser with all rights can change it.
          </span>
        ) : (
          <div className={styles.actions}>
            {listActions(entry, isLocal).map((kind) => (
              <Button
                key={SLOTS[kind]}
                isBusy={pending?.kind === kind && pending.email === email}
                onClick={() => {
                  if (!pending) onAction({ kind, email });
                }}
              >
                {describeAction({ kind, email }).label}
                <span className="visually-hidden"> {email}</span>
              </Button>
            ))}
          </div>
        )}
      </td>
    </tr>
  );
}

function describeState({ disabled, mustChangePassword, asksForCode }: OrganiserEntry): {
  readonly kind: 'disabled' | 'waiting' | 'active';
  readonly text: string;
} {
  if (disabled) return { kind: 'disabled', text: 'Disabled' };
  if (mustChangePassword) return { kind: 'waiting', text: 'One-time password' };
  return { kind: 'active', text: asksForCode ? 'Active, code at sign-in' : 'Active' };
}

export interface AccountListProps {
  readonly entries: readonly OrganiserEntry[];
  readonly isLocal: boolean;
  readonly pending: AccountAction | undefined;
  readonly onAction: (action: AccountAction) => void;
}

export function AccountList({ entries, isLocal, pending, onAction }: AccountListProps): ReactNode {
  const own = useOrganiser();
  return (
    <div className={styles.panel}>
      <table className={styles.table} {...TABLE} aria-label="Accounts">
        <thead {...ROW_GROUP}>
          <tr {...ROW}>
            <th {...COLUMN_HEADER}>Email</th>
            <th {...COLUMN_HEADER}>Role</th>
            <th {...COLUMN_HEADER}>State</th>
            <th {...COLUMN_HEADER}>
              <span className="visually-hidden">Actions</span>
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
              onAction={onAction}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
