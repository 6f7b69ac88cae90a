import type { ReactNode } from 'react';

import type { OrganiserEntry } from '#shared/wire/auth-api.ts';

import { Button } from '#client/ui/Button.tsx';
import { CELL, ROW, ROW_HEADER } from '#client/ui/table-roles.ts';
import styles from './AccountList.module.css';
import type { AccountListProps } from './AccountList.tsx';
import type { DeedKind } from './deeds.ts';
import { ROLE_NAMES } from '#client/organisers/texts/role-names.ts';
import { describeDeed, listDeeds } from './deeds.ts';

export interface AccountRowProps extends Omit<AccountListProps, 'entries'> {
  readonly entry: OrganiserEntry;
  /** Whether it is the account of whoever looks at it. */
  readonly isOwn: boolean;
}

/** A deed and the one that undoes it share a button, which so keeps the focus. */
const SLOTS: Readonly<Record<DeedKind, string>> = {
  'give-rights': 'rights',
  'take-rights': 'rights',
  reset: 'password',
  disable: 'access',
  enable: 'access',
};

/** One account, and the buttons for what can be done to it. */
export function AccountRow({ entry, isOwn, isLocal, pending, onDeed }: AccountRowProps): ReactNode {
  const { email, role } = entry;
  const state = describeState(entry);
  return (
    <tr {...ROW} data-state={state.kind}>
      <th {...ROW_HEADER} scope="row" className={styles.email}>
        {email} {isOwn ? <span className={styles.own}>you</span> : null}
      </th>
      <td {...CELL} className={styles.role}>
        {ROLE_NAMES[role]}
      </td>
      <td {...CELL}>
        <span className={styles.state}>{state.text}</span>
      </td>
      <td {...CELL}>
        {isOwn ? (
          <span className={styles.remark}>Another organiser with all rights can change it.</span>
        ) : (
          <div className={styles.deeds}>
            {listDeeds(entry, { isOwn, isLocal }).map((kind) => (
              <Button
                key={SLOTS[kind]}
                isBusy={pending?.kind === kind && pending.email === email}
                onClick={() => {
                  if (!pending) onDeed({ kind, email });
                }}
              >
                {describeDeed({ kind, email }).label}
                <span className="visually-hidden"> {email}</span>
              </Button>
            ))}
          </div>
        )}
      </td>
    </tr>
  );
}

function describeState({ disabled, mustChangePassword }: OrganiserEntry): {
  readonly kind: 'disabled' | 'waiting' | 'active';
  readonly text: string;
} {
  if (disabled) return { kind: 'disabled', text: 'Disabled' };
  if (mustChangePassword) return { kind: 'waiting', text: 'One-time password' };
  return { kind: 'active', text: 'Active' };
}
