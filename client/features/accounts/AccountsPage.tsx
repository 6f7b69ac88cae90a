import { type ReactNode, useState } from 'react';
import { useSessionStore, useCalls } from '#client/organisers/session/use-session.ts';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { FetchState } from '#client/organisers/calls/FetchState.tsx';
import { AccountList } from './AccountList.tsx';
import { AddAccountForm } from './AddAccountForm.tsx';
import {
  type AccountAction,
  describeAction,
  accountsQuery,
  useAccountActions,
  type OneTimePassword,
} from './account-actions.ts';
import { ShownOnceDialog } from '#client/organisers/session/ShownOnceDialog.tsx';

function KeptAtFirebase(): ReactNode {
  return (
    <Banner kind="notice">
      <p>
        The accounts, their passwords and sessions are kept in Firebase: add people and reset
        passwords in its console. Anyone you disable here is signed out at once.
      </p>
      <p>
        Only the addresses in ORGANISER_EMAILS, a setting of the server, can sign in. Here you
        choose what each of them may do, or disable an account.
      </p>
    </Banner>
  );
}

export function AccountsPage(): ReactNode {
  const isLocal = useSessionStore().providerKind === 'local';
  const calls = useCalls();
  const query = useQuery(accountsQuery(calls));
  const { data } = query;
  const actions = useAccountActions();
  const [asked, setAsked] = useState<AccountAction>();
  const question = asked && describeAction(asked).question;

  const start = (action: AccountAction): void => {
    if (describeAction(action).question) setAsked(action);
    else void actions.perform(action);
  };
  const confirm = async (action: AccountAction): Promise<void> => {
    await actions.perform(action);
    setAsked(undefined);
  };

  return (
    <div className="stack-14">
      {actions.notice ? <Banner kind={actions.notice.kind}>{actions.notice.text}</Banner> : null}
      {isLocal ? <AddAccountForm onAdded={actions.receive} /> : <KeptAtFirebase />}
      <FetchState what="The accounts" queries={[query]} />
      {data ? (
        <AccountList entries={data} isLocal={isLocal} pending={actions.pending} onAction={start} />
      ) : null}
      {asked && question ? (
        <ConfirmDialog
          title={question.title}
          confirmLabel={question.confirmLabel}
          kind="danger"
          isBusy={actions.pending !== undefined}
          onConfirm={() => void confirm(asked)}
          onCancel={() => setAsked(undefined)}
        >
          <p>{question.consequence}</p>
        </ConfirmDialog>
      ) : null}
      {actions.oneTimePassword && !asked ? (
        <OneTimePasswordDialog {...actions.oneTimePassword} onClose={actions.forgetPassword} />
      ) : null}
    </div>
  );
}

interface OneTimePasswordDialogProps extends OneTimePassword {
  readonly onClose: () => void;
}

function OneTimePasswordDialog(props: OneTimePasswordDialogProps): ReactNode {
  const { email, password, onClose } = props;
  return (
    <ShownOnceDialog
      title={`One-time password for ${email}`}
      secret={password}
      secretClass="secret block p-3.5 text-center text-title-l"
      testId="one-time-password"
      onClose={onClose}
    >
      {(shown) => (
        <>
          {shown}
          <p>
            Pass it on now: it is shown only once. The helper signs in with it, then sets a password
            of their own.
          </p>
        </>
      )}
    </ShownOnceDialog>
  );
}
