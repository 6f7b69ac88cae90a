import type { ReactNode } from 'react';
import type { OrganiserEntry, Role } from '#shared/wire/auth-api.ts';
import { type Column, DataTable } from '#client/kit/DataTable.tsx';
import { useOrganiser } from '#client/organisers/session/use-session.ts';
import { type AccountAction, describeAction, listActions } from './account-actions.ts';
import { Button } from '#client/ui/Button.tsx';
import { RoleChoice } from './AddAccountForm.tsx';
import { ROLE_NAMES } from '#client/organisers/texts/role-names.ts';

function StateOf({ entry }: { readonly entry: OrganiserEntry }): ReactNode {
  const { disabled, mustChangePassword, asksForCode } = entry;
  return disabled ? (
    <span className="tone-alert tag text-s font-bold">Disabled</span>
  ) : mustChangePassword ? (
    <span className="tone-notice tag text-s font-bold">One-time password</span>
  ) : (
    `Active${asksForCode ? ', code at sign-in' : ''}`
  );
}

export interface AccountListProps {
  readonly entries: readonly OrganiserEntry[];
  readonly isLocal: boolean;
  readonly pending: AccountAction | undefined;
  readonly onAction: (action: AccountAction) => void;
}

/** `own`: the address of the signed-in organiser. */
function listColumns(
  own: string,
  props: Omit<AccountListProps, 'entries'>,
): Column<OrganiserEntry>[] {
  const { isLocal, pending, onAction } = props;
  return [
    {
      head: 'Email',
      isRowHead: true,
      className: 'narrow:basis-full',
      cell: ({ email }) => (
        <>
          {email} {email === own ? <span className="tone-done tag text-xs">you</span> : null}
        </>
      ),
    },
    {
      head: 'Role',
      className: 'whitespace-nowrap',
      cell: ({ email, role, disabled }) =>
        email === own || disabled ? (
          ROLE_NAMES[role]
        ) : (
          <RoleChoice
            className="outlined min-h-11 min-w-0 rounded-md px-2.5 text-[max(1rem,16px)] text-ink"
            aria-label={`Role of ${email}`}
            value={role}
            onChange={({ currentTarget }) => {
              // The select shows the old role until the answer arrives.
              if (!pending) onAction({ kind: 'role', email, role: currentTarget.value as Role });
            }}
          />
        ),
    },
    { head: 'State', className: 'whitespace-nowrap', cell: (entry) => <StateOf entry={entry} /> },
    {
      head: 'Actions',
      isHeadHidden: true,
      className: 'wide:w-px narrow:basis-full',
      cell: (entry) =>
        entry.email === own ? (
          <p className="text-s text-muted wide:min-w-64 wide:text-right">
            Another organiser with all rights can change it.
          </p>
        ) : (
          <div className="flex gap-2 wide:justify-end narrow:flex-wrap narrow:pt-1">
            {listActions(entry, isLocal).map((kind) => (
              <Button
                // A button and its opposite share a key, so that it keeps the focus.
                key={kind === 'enable' ? 'disable' : kind}
                className="px-3 text-m whitespace-nowrap"
                isBusy={pending?.kind === kind && pending.email === entry.email}
                onClick={() => {
                  if (!pending) onAction({ kind, email: entry.email });
                }}
              >
                {describeAction({ kind, email: entry.email }).label}
                <span className="visually-hidden"> {entry.email}</span>
              </Button>
            ))}
          </div>
        ),
    },
  ];
}

export function AccountList({ entries, ...rest }: AccountListProps): ReactNode {
  const own = useOrganiser();
  return (
    <DataTable
      label="Accounts"
      columns={listColumns(own.email, rest)}
      items={entries}
      keyOf={({ email }) => email}
      rowClass="narrow:flex narrow:flex-wrap narrow:items-center narrow:gap-x-3.5 narrow:gap-y-1.5"
    />
  );
}
