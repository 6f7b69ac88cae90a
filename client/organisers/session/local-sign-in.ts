import type { AuthInfo, LoginBody, LoginReply } from '#shared/wire/auth-api.ts';
import { forgetText, keepText, ofDevice, readText, watchText } from '#client/live/text-storage.ts';
import { createRequestId } from '#client/live/request-id.ts';

import type { CallError } from '../calls/call-error.ts';
import type { Calls } from '../calls/calls.ts';
import type { SignInProvider } from './session.ts';

/** A random id of the session, to notify other tabs; or {@link LEFT}. */
const SESSION_KEY = 'splitcast.session';
/** Somebody signed out, but the server has not confirmed it yet. */
const LEFT = 'left';

/** Accounts of this server, with HttpOnly cookies as sessions. */
export class LocalSignIn implements SignInProvider {
  readonly kind = 'local';
  readonly #calls: Calls;
  #isOut: boolean;
  #isLeaving = readText(ofDevice, SESSION_KEY) === LEFT;
  #leaving: Promise<void> = Promise.resolve();

  constructor({ hasSession = false }: Extract<AuthInfo, { provider: 'local' }>, calls: Calls) {
    this.#calls = calls;
    this.#isOut = !hasSession;
  }

  async isOut(): Promise<boolean> {
    if (this.#isLeaving) await this.signOut();
    return this.#isOut;
  }

  async signIn(email: string, password: string, code?: string): Promise<void> {
    // The answer to a sign-out clears the cookie, so it must arrive before that of the sign-in.
    await this.#leaving.catch(() => undefined);
    if (this.#isLeaving) await this.signOut().catch(() => undefined);
    const body: LoginBody = { email, password, ...(code === undefined ? {} : { code }) };
    await this.#calls.send<LoginReply>('POST', '/auth/login', body);
    this.#isLeaving = false;
    this.#isOut = false;
    this.noteRenewal();
  }

  noteRenewal(): void {
    keepText(ofDevice, SESSION_KEY, createRequestId());
  }

  async signOut(): Promise<void> {
    this.#isLeaving = true;
    this.#isOut = true;
    keepText(ofDevice, SESSION_KEY, LEFT);
    this.#leaving = this.#calls.send('POST', '/auth/logout');
    await this.#leaving;
    this.#isLeaving = false;
    forgetText(ofDevice, SESSION_KEY);
  }

  /** The session has just begun, so a 401 means that the browser did not send the cookie. */
  explainRefusal(refusal: CallError): Promise<Error> {
    const problem = `This browser does not stay signed in. Allow cookies for ${location.host}, then try again.`;
    return Promise.resolve(refusal.status === 401 ? new Error(problem) : refusal);
  }

  watch(onChange: () => void): void {
    watchText(SESSION_KEY, (text) => {
      // Null: the sign-out is confirmed.
      if (text !== null) this.#isOut = text === LEFT;
      // A sign-in in another tab has ended the session that was being signed out.
      this.#isLeaving &&= this.#isOut;
      onChange();
    });
  }
}
