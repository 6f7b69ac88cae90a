import type { Organiser, SignedIn } from '#shared/wire/auth-api.ts';

import type { CallError } from '../calls/call-error.ts';

/** How organisers prove who they are: with accounts of this server, or at Firebase. */
export interface SignInProvider {
  readonly kind: 'local' | 'firebase';
  /** Whether nobody is signed in at this browser; otherwise the server knows. */
  isOut(): Promise<boolean>;
  /**
   * Firebase only: the token for the next call, undefined when signed out. With `isFresh` the last one was
   * refused: another one, if there is one.
   */
  findToken?(isFresh: boolean): Promise<string | undefined>;
  /** Rejects with the message to show. `code`: the second factor, if the server asked for it. */
  signIn(email: string, password: string, code?: string): Promise<void>;
  signOut(): Promise<void>;
  /** Local accounts only: notifies the other tabs that an answer set another cookie. */
  noteRenewal?(): void;
  /** The message to show when the server refuses an account that the provider has just signed in. */
  explainRefusal(refusal: CallError): Promise<Error>;
  /** Calls back when someone signed in or out in another tab. */
  watch(onChange: () => void): void;
}

/**
 * Who is at this screen:
 * - `loading`: not known yet; `problem` says what keeps it so;
 * - `signed-out`: nobody;
 * - `signed-in`: the organiser, who may have to set a password of their own first;
 * - `ended`: an organiser whose session is over. Their screens stay, with all that was typed, until
 *   somebody finds the way back.
 */
export type Session =
  | { readonly kind: 'loading'; readonly problem: string | undefined }
  | { readonly kind: 'signed-out' }
  | SignedInSession
  | EndedSession;

export interface SignedInSession {
  readonly kind: 'signed-in';
  readonly organiser: Organiser;
  readonly mustChangePassword: boolean;
  /** The one-time password just typed, so that it is not asked for again; unknown after a reload. */
  readonly oneTimePassword?: string | undefined;
}

export interface EndedSession {
  readonly kind: 'ended';
  readonly organiser: Organiser;
  readonly reason: string;
  readonly resumeBy: ResumeBy;
}

/**
 * How the screen of an ended session continues: with the organiser's password; with a new one, after they signed in
 * with a one-time password; or in the name of another person who has since signed in at this browser.
 */
export type ResumeBy =
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'new-password'; readonly oneTimePassword?: string | undefined }
  | { readonly kind: 'go-on'; readonly as: SignedIn };

const SIGN_IN: ResumeBy = { kind: 'sign-in' };

/** The session of somebody who signed in while no screen was open. `password`: as typed for it, if it was. */
export function presentSignedIn(
  { email, role, mustChangePassword }: SignedIn,
  password?: string,
): SignedInSession {
  const organiser = { email, role };
  if (!mustChangePassword) return { kind: 'signed-in', organiser, mustChangePassword };
  return { kind: 'signed-in', organiser, mustChangePassword, oneTimePassword: password };
}

/**
 * The session after the server named the signed-in organiser. An open screen is neither handed to somebody else nor
 * closed silently.
 */
export function admit(session: Session, who: SignedIn, password?: string): Session {
  if (!hasScreen(session)) return presentSignedIn(who, password);
  const { organiser } = session;
  if (organiser.email !== who.email) {
    const reason = `${who.email} has signed in at this browser.`;
    return { kind: 'ended', organiser, reason, resumeBy: { kind: 'go-on', as: who } };
  }
  if (who.mustChangePassword) {
    const reason = 'Set a password of your own in place of the one-time password.';
    return {
      kind: 'ended',
      organiser,
      reason,
      resumeBy: { kind: 'new-password', oneTimePassword: password },
    };
  }
  return presentSignedIn(who);
}

/** The session after the server refused its token. */
export function end(session: Session, reason: string): Session {
  if (!hasScreen(session)) return { kind: 'signed-out' };
  return { kind: 'ended', organiser: session.organiser, reason, resumeBy: SIGN_IN };
}

/**
 * The session after a sign-out at this browser, which holds for all tabs; a screen that waits for a
 * password keeps waiting.
 */
export function leave(session: Session): Session {
  return session.kind === 'ended' ? { ...session, resumeBy: SIGN_IN } : { kind: 'signed-out' };
}

/** Whether a screen is open in somebody's name, perhaps with typed text. */
function hasScreen(session: Session): session is SignedInSession | EndedSession {
  return session.kind === 'ended' || (session.kind === 'signed-in' && !session.mustChangePassword);
}
