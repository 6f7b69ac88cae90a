import { type FirebaseError, initializeApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  sendEmailVerification,
  signInWithEmailAndPassword,
  signOut,
} from 'firebase/auth';

import { forgetText, keepText, ofDevice, readText } from '#client/live/text-storage.ts';
import type { AuthInfo } from '#shared/wire/auth-api.ts';

import { type CallError, describeUnreachable, messageOf } from '../calls/call-error.ts';
import type { SignInProvider } from './session.ts';

/** Set until Firebase has forgotten a user who signed out, which the end of the page may prevent. */
const LEFT_KEY = 'splitcast.left-firebase';

/** Accounts at Firebase, whose own messages are shown. */
export async function createFirebaseSignIn(
  info: Extract<AuthInfo, { provider: 'firebase' }>,
): Promise<SignInProvider> {
  const { projectId, apiKey, authDomain, emulatorUrl } = info;
  const auth = initializeAuth(initializeApp({ projectId, apiKey, authDomain }), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
  if (emulatorUrl !== undefined) {
    // Its warning uses inline styles, which the page's policy forbids.
    connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
  }
  await auth.authStateReady();
  const signIn = new FirebaseSignIn(auth);
  if (readText(ofDevice, LEFT_KEY)) await signIn.signOut();
  return signIn;
}

class FirebaseSignIn implements SignInProvider {
  readonly kind = 'firebase';
  readonly #auth: Auth;
  /** The last user's token, kept after Firebase drops them, so that the server answers with the reason. */
  #token: string | undefined;
  #uid: string | undefined;
  /** The number of pending requests for a token: if one is refused, Firebase drops the user. */
  #asking = 0;
  #isSigningIn = false;

  constructor(auth: Auth) {
    this.#auth = auth;
    this.#uid = auth.currentUser?.uid;
  }

  async isOut(): Promise<boolean> {
    return (await this.findToken(false)) === undefined;
  }

  async findToken(isFresh: boolean): Promise<string | undefined> {
    const user = this.#auth.currentUser;
    if (!user) return this.#token;
    this.#asking += 1;
    try {
      this.#token = await user.getIdToken(isFresh);
    } catch (error) {
      if (this.#auth.currentUser) throw describe(error);
      // Dropped: the account is disabled or gone, or has another password.
      this.#uid = undefined;
    } finally {
      this.#asking -= 1;
    }
    return this.#token;
  }

  async signIn(email: string, password: string): Promise<void> {
    this.#isSigningIn = true;
    try {
      const { user } = await signInWithEmailAndPassword(this.#auth, email, password);
      forgetText(ofDevice, LEFT_KEY);
      this.#uid = user.uid;
      this.#token = undefined;
    } finally {
      this.#isSigningIn = false;
    }
  }

  async signOut(): Promise<void> {
    this.#uid = undefined;
    this.#token = undefined;
    keepText(ofDevice, LEFT_KEY, 'yes');
    await signOut(this.#auth);
    forgetText(ofDevice, LEFT_KEY);
  }

  /** Sends the verification link if the address is not verified yet; the message adds if that failed. */
  async explainRefusal(refusal: CallError): Promise<Error> {
    const user = this.#auth.currentUser;
    if (refusal.code !== 'email-verification' || !user) return refusal;
    try {
      await sendEmailVerification(user);
      return refusal;
    } catch (cause) {
      const problem = `${refusal.message} It could not be sent again: ${messageOf(cause)}`;
      return new Error(problem, { cause });
    }
  }

  watch(onChange: () => void): void {
    onAuthStateChanged(this.#auth, (user) => {
      if (this.#isSigningIn || user?.uid === this.#uid) return;
      this.#uid = user?.uid;
      if (user || this.#asking === 0) this.#token = undefined;
      onChange();
    });
  }
}

function describe(error: unknown): Error {
  const { code } = error as FirebaseError;
  return code === 'auth/network-request-failed' ? describeUnreachable(error) : (error as Error);
}
