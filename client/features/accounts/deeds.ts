import type { AddOrganiserBody, OrganiserEntry } from '#shared/wire/auth-api.ts';

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

export function presentDeedCall({ kind, email }: Deed): DeedCall {
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
