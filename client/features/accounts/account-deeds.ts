import type { AddOrganiserBody, OrganiserEntry, OrganiserReply } from '#shared/wire/auth-api.ts';
import type { Calls } from '#client/organisers/calls/calls.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';

/** A password that is shown this once. */
export interface OneTimePassword {
  readonly email: string;
  readonly password: string;
}

interface AccountDeeds {
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

export const ACCOUNTS_KEY = ['organisers'] as const;

/** All accounts as `useQuery` fetches them. */
export function readAccounts(calls: Calls): {
  readonly queryKey: typeof ACCOUNTS_KEY;
  readonly queryFn: () => Promise<OrganiserEntry[]>;
} {
  return { queryKey: ACCOUNTS_KEY, queryFn: () => calls.get<OrganiserEntry[]>('/organisers') };
}

export type DeedKind = 'give-rights' | 'take-rights' | 'reset' | 'disable' | 'enable';

/** Something to be done to one account. */
export interface Deed {
  readonly kind: DeedKind;
  readonly email: string;
}

/** A call of the server's, as a deed makes it. */
export interface DeedCall {
  readonly path: string;
  readonly body?: Pick<AddOrganiserBody, 'role'>;
}

/** What can be done to an account, in the order of its buttons; to one's own, only by others. */
export function listDeeds(
  { role, disabled }: OrganiserEntry,
  { isOwn, isLocal }: { readonly isOwn: boolean; readonly isLocal: boolean },
): DeedKind[] {
  if (isOwn) return [];
  if (disabled) return ['enable'];
  const rights = role === 'admin' ? 'take-rights' : 'give-rights';
  return isLocal ? [rights, 'reset', 'disable'] : [rights, 'disable'];
}

function presentDeedCall({ kind, email }: Deed): DeedCall {
  const account = `/organisers/${encodeURIComponent(email)}`;
  switch (kind) {
    case 'give-rights':
      return { path: `${account}/role`, body: { role: 'admin' } };
    case 'take-rights':
      return { path: `${account}/role`, body: { role: 'registration' } };
    case 'reset':
    case 'disable':
    case 'enable':
      return { path: `${account}/${kind}` };
    default:
      return kind satisfies never;
  }
}

/** What the screen says of a deed. */
export interface DeedWords {
  /** On its button. */
  readonly label: string;
  /** Once it is done. */
  readonly done: string;
  /** Asked before a deed that takes something away from somebody. */
  readonly question?: {
    readonly title: string;
    readonly consequence: string;
    readonly confirmLabel: string;
  };
}

export function describeDeed({ kind, email }: Deed): DeedWords {
  switch (kind) {
    case 'give-rights':
      return { label: 'Give all rights', done: `${email} has all rights now.` };
    case 'enable':
      return { label: 'Enable', done: `${email} may sign in again.` };
    case 'take-rights':
      return {
        label: 'Limit to registration',
        done: `${email} may register runners and see who is missing now.`,
        question: {
          title: `Limit ${email} to registration?`,
          consequence:
            'They go on registering runners and seeing who is missing. Import, settings, pictures and accounts are closed to them at once.',
          confirmLabel: 'Limit to registration',
        },
      };
    case 'reset':
      return {
        label: 'Reset password',
        done: `${email} has a one-time password now.`,
        question: {
          title: `Reset the password of ${email}?`,
          consequence:
            'Their password stops working and they are signed out everywhere at once. You get a one-time password to give to them.',
          confirmLabel: 'Reset password',
        },
      };
    case 'disable':
      return {
        label: 'Disable',
        done: `${email} is out and cannot sign in.`,
        question: {
          title: `Disable ${email}?`,
          consequence:
            'They are signed out everywhere within two seconds and cannot sign in until somebody enables the account again. What they did stays.',
          confirmLabel: 'Disable',
        },
      };
    default:
      return kind satisfies never;
  }
}
