import type { Organiser, SignedIn } from '#shared/wire/auth-api.ts';

import type { CallError } from '../calls/call-error.ts';

/** A way to sign in: with accounts of this server, or at Firebase. */
export interface SignInProvider {
  readonly kind: 'local' | 'firebase';
  /** Whether this browser certainly has no session; otherwise the server decides. */
  isOut(): Promise<boolean>;
  /**
   * Firebase only: the token for the next call, undefined when signed out. `isFresh` requests another one, after a
   * refusal.
   */
  findToken?(isFresh: boolean): Promise<string | undefined>;
  /** Rejects with the message to show. `code`: the second factor, if the server asked for it. */
  signIn(email: string, password: string, code?: string): Promise<void>;
  signOut(): Promise<void>;
  /** Local accounts only: notifies the other tabs of a new session cookie. */
  noteRenewal?(): void;
  /** The error to show when the server refuses an account that the provider has just signed in. */
  explainRefusal(refusal: CallError): Promise<Error>;
  /** Calls back when someone signed in or out in another tab. */
  watch(onChange: () => void): void;
}

/**
 * - `loading`: not known yet; `problem` is the reason if the server cannot be reached;
 * - `signed-in`: an organiser, who may have to set their own password first;
 * - `ended`: an organiser whose session is over. Their screen stays, with the typed text, until they signed in again, and
 *   set their own password if that was a one-time password.
 */
export type Session =
  | { readonly kind: 'loading'; readonly problem: string | undefined }
  | { readonly kind: 'signed-out' }
  | SignedInSession
  | EndedSession;

interface OpenSession {
  readonly organiser: Organiser;
  readonly mustChangePassword: boolean;
  /** The one-time password if just typed, so that it need not be repeated; unknown after a reload. */
  readonly oneTimePassword?: string | undefined;
}

export interface SignedInSession extends OpenSession {
  readonly kind: 'signed-in';
}

export interface EndedSession extends OpenSession {
  readonly kind: 'ended';
  readonly reason: string;
  /** The server ended it, and nobody else has signed in at this browser since. */
  readonly isRefused?: boolean;
}

/** The session of somebody who signed in while no screen was open, with the typed password if known. */
export function toSignedIn(
  { email, role, mustChangePassword }: SignedIn,
  password?: string,
): SignedInSession {
  const organiser = { email, role };
  if (!mustChangePassword) return { kind: 'signed-in', organiser, mustChangePassword };
  return { kind: 'signed-in', organiser, mustChangePassword, oneTimePassword: password };
}

/**
 * The session after the server named the signed-in organiser. An open screen is neither handed to another person nor
 * closed silently.
 */
export function admit(session: Session, who: SignedIn, password?: string): Session {
  if (!hasScreen(session)) return toSignedIn(who, password);
  const { organiser } = session;
  if (organiser.email !== who.email) {
    const reason = `${who.email} has signed in at this browser. To work in their name, reload the page: what you typed is lost then.`;
    return { kind: 'ended', organiser, reason, mustChangePassword: false };
  }
  if (who.mustChangePassword) {
    const reason = 'Set a password of your own in place of the one-time password.';
    return { ...toSignedIn(who, password), kind: 'ended', organiser, reason };
  }
  return toSignedIn(who);
}

/** The session after the server refused its token. */
export function end(session: Session, reason: string): Session {
  if (!hasScreen(session)) return { kind: 'signed-out' };
  const { organiser } = session;
  return { kind: 'ended', organiser, reason, mustChangePassword: false, isRefused: true };
}

/** The session after a sign-out at the provider; a screen that waits for a password keeps waiting. */
export function leave(session: Session): Session {
  if (session.kind !== 'ended') return { kind: 'signed-out' };
  return { ...session, mustChangePassword: false, oneTimePassword: undefined };
}

/** Whether a screen is open in somebody's name, perhaps with typed text. */
function hasScreen(session: Session): session is SignedInSession | EndedSession {
  return session.kind === 'ended' || (session.kind === 'signed-in' && !session.mustChangePassword);
}
