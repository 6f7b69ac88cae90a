import type { OrganiserEntry, OrganiserReply, Role } from '#shared/wire/auth-api.ts';
import { ROLE_DUTIES, ROLE_NAMES } from '#client/organisers/texts/role-names.ts';
import type { Calls } from '#client/organisers/calls/calls.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';

export interface OneTimePassword {
  readonly email: string;
  readonly password: string;
}

interface Notice {
  readonly kind: 'done' | 'alert';
  readonly text: string;
}

export function useAccountActions() {
  const calls = useCalls();
  const queries = useQueryClient();
  const [notice, setNotice] = useState<Notice>();
  const [oneTimePassword, setOneTimePassword] = useState<OneTimePassword>();
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: ({ kind, email, role }: AccountAction) =>
      calls.send<OrganiserReply>(
        'POST',
        `/organisers/${encodeURIComponent(email)}/${kind}`,
        role && { role },
      ),
  });

  /** Shows a new or changed account of the server. */
  const receive = async (reply: OrganiserReply, text: string): Promise<void> => {
    const { email, password } = reply;
    setNotice({ kind: 'done', text });
    if (password !== undefined) setOneTimePassword({ email, password });
    await queries.invalidateQueries({ queryKey: accountsQuery(calls).queryKey });
  };

  return {
    pending: isPending ? variables : undefined,
    notice,
    /** Still to be written down. */
    oneTimePassword,
    receive,
    /** Resolves when the action is over, also after a failure. */
    async perform(action: AccountAction): Promise<void> {
      setNotice(undefined);
      try {
        await receive(await mutateAsync(action), describeAction(action).done);
      } catch (error) {
        setNotice({ kind: 'alert', text: messageOf(error) });
      }
    },
    forgetPassword: (): void => setOneTimePassword(undefined),
  };
}

export function accountsQuery(calls: Calls) {
  return queryOptions({
    queryKey: ['organisers'],
    queryFn: () => calls.get<OrganiserEntry[]>('/organisers'),
  });
}

type ActionKind = 'role' | 'reset' | 'disable' | 'enable';

export interface AccountAction {
  readonly kind: ActionKind;
  readonly email: string;
  /** For `role`: the new one. */
  readonly role?: Role;
}

/** The buttons of an account, in their order. */
export function listActions({ disabled }: OrganiserEntry, isLocal: boolean): ActionKind[] {
  if (disabled) return ['enable'];
  return isLocal ? ['reset', 'disable'] : ['disable'];
}

export interface ActionTexts {
  readonly label: string;
  /** Shown after the action. */
  readonly done: string;
  /** Asked before an action that takes something away. */
  readonly question?: {
    readonly title: string;
    readonly consequence: string;
    readonly confirmLabel: string;
  };
}

export function describeAction({ kind, email, role = 'viewer' }: AccountAction): ActionTexts {
  switch (kind) {
    case 'enable':
      return { label: 'Enable', done: `${email} may sign in again.` };
    case 'role':
      return {
        label: 'Role',
        done: `${email} has the role ${ROLE_NAMES[role]} now.`,
        question: {
          title: `${ROLE_NAMES[role]} for ${email}?`,
          consequence: `${ROLE_DUTIES[role]} It takes effect at once, on every screen they have open.`,
          confirmLabel: 'Give this role',
        },
      };
    case 'reset':
      return {
        label: 'Reset password',
        done: `${email} now has a one-time password.`,
        question: {
          title: `Reset the password of ${email}?`,
          consequence:
            'Their password stops working and they are signed out everywhere at once. You get a one-time password to give to them. If their sign-in asked for a code, it no longer does.',
          confirmLabel: 'Reset password',
        },
      };
    case 'disable':
      return {
        label: 'Disable',
        done: `${email} is disabled and signed out.`,
        question: {
          title: `Disable ${email}?`,
          consequence:
            'They are signed out everywhere within two seconds and cannot sign in until the account is enabled again. What they did is kept.',
          confirmLabel: 'Disable',
        },
      };
    default:
      return kind satisfies never;
  }
}
