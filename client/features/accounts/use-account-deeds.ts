import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { OrganiserEntry, OrganiserReply } from '#shared/wire/auth-api.ts';

import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import type { Deed } from './deeds.ts';
import { describeDeed, presentDeedCall } from './deeds.ts';
import { ACCOUNTS_KEY } from './read-accounts.ts';

/** A password that is shown this once. */
export interface OneTimePassword {
  readonly email: string;
  readonly password: string;
}

export interface AccountDeeds {
  /** What is being done. */
  readonly pending: Deed | undefined;
  /** What came of the last deed, in a sentence. */
  readonly news: { readonly kind: 'done' | 'alert'; readonly text: string } | undefined;
  readonly oneTimePassword: OneTimePassword | undefined;
  /** Resolves when it is over, whatever came of it. */
  readonly perform: (deed: Deed) => Promise<void>;
  /** Takes in an account that the server just answered with. */
  readonly receive: (reply: OrganiserReply, text: string) => Promise<void>;
  /** The password was written down. */
  readonly forgetPassword: () => void;
}

/** Changes accounts and tells what came of it. */
export function useAccountDeeds(): AccountDeeds {
  const calls = useCalls();
  const queries = useQueryClient();
  const [news, setNews] = useState<AccountDeeds['news']>();
  const [oneTimePassword, setOneTimePassword] = useState<OneTimePassword>();
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: (deed: Deed) => {
      const { path, body } = presentDeedCall(deed);
      return calls.send<OrganiserReply>('POST', path, body);
    },
  });

  const receive = async (reply: OrganiserReply, text: string): Promise<void> => {
    const { password, ...entry } = reply;
    setNews({ kind: 'done', text });
    if (password !== undefined) setOneTimePassword({ email: entry.email, password });
    queries.setQueryData<OrganiserEntry[]>(ACCOUNTS_KEY, (all) => all && put(all, entry));
    await queries.invalidateQueries({ queryKey: ACCOUNTS_KEY });
  };

  return {
    pending: isPending ? variables : undefined,
    news,
    oneTimePassword,
    receive,
    async perform(deed) {
      setNews(undefined);
      try {
        await receive(await mutateAsync(deed), describeDeed(deed).done);
      } catch (error) {
        setNews({ kind: 'alert', text: messageOf(error) });
      }
    },
    forgetPassword() {
      setOneTimePassword(undefined);
    },
  };
}

/** In the order of the addresses, as the server lists them. */
function put(all: readonly OrganiserEntry[], entry: OrganiserEntry): OrganiserEntry[] {
  return [...all.filter(({ email }) => email !== entry.email), entry].toSorted((a, b) =>
    a.email < b.email ? -1 : 1,
  );
}
