import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';

import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { AccountList } from './AccountList.tsx';
import styles from './Accounts.module.css';
import { AddAccountForm } from './AddAccountForm.tsx';
import type { Deed } from './deeds.ts';
import { describeDeed } from './deeds.ts';
import { KeptAtFirebase } from './KeptAtFirebase.tsx';
import { OneTimePasswordDialog } from './OneTimePasswordDialog.tsx';
import { readAccounts } from './read-accounts.ts';
import { useAccountDeeds } from './use-account-deeds.ts';

/** The accounts and all that can be done to them. `isLocal`: they are kept by this server. */
export function Accounts({ isLocal }: { readonly isLocal: boolean }): ReactNode {
  const calls = useCalls();
  const { data, error, isFetching, refetch } = useQuery(readAccounts(calls));
  const deeds = useAccountDeeds();
  const [asked, setAsked] = useState<Deed>();
  const question = asked && describeDeed(asked).question;

  const start = (deed: Deed): void => {
    if (describeDeed(deed).question) setAsked(deed);
    else void deeds.perform(deed);
  };
  const confirm = async (deed: Deed): Promise<void> => {
    await deeds.perform(deed);
    setAsked(undefined);
  };

  return (
    <div className={styles.screen}>
      {deeds.news ? <Banner kind={deeds.news.kind}>{deeds.news.text}</Banner> : null}
      {isLocal ? <AddAccountForm onAdded={deeds.receive} /> : <KeptAtFirebase />}
      {error ? (
        <div className={styles.failure}>
          <Banner kind="alert">The accounts cannot be shown. {messageOf(error)}</Banner>
          <Button isBusy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : null}
      {data ? (
        <AccountList entries={data} isLocal={isLocal} pending={deeds.pending} onDeed={start} />
      ) : null}
      {data || error ? null : <output>Loading...</output>}
      {asked && question ? (
        <ConfirmDialog
          title={question.title}
          confirmLabel={question.confirmLabel}
          kind="danger"
          isBusy={deeds.pending !== undefined}
          onConfirm={() => void confirm(asked)}
          onCancel={() => {
            setAsked(undefined);
          }}
        >
          <p>{question.consequence}</p>
        </ConfirmDialog>
      ) : null}
      {deeds.oneTimePassword && !asked ? (
        <OneTimePasswordDialog {...deeds.oneTimePassword} onClose={deeds.forgetPassword} />
      ) : null}
    </div>
  );
}
