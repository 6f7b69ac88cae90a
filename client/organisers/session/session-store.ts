import type { AuthInfo, RenewedSession, SignedIn } from '#shared/wire/auth-api.ts';
import { logOnce } from '../../live/log-once.ts';
import { ObservableState } from '../../live/observable-state.ts';
import type { Timers } from '../../live/timers.ts';
import { CallError, messageOf } from '../calls/call-error.ts';
import { Calls } from '../calls/calls.ts';
import {
  type Session,
  admit,
  end,
  leave,
  presentSignedIn,
  type SignInProvider,
} from './session.ts';

/** The delay before another try to find out who is signed in. */
const RETRY_MS = 3_000;

export interface SessionStoreOptions {
  readonly timers: Timers;
  readonly createProvider: (info: AuthInfo) => Promise<SignInProvider>;
  /** Somebody signed out on purpose: the next person at this browser is somebody else. */
  readonly onSignOut?: () => void;
  /** The server, unless it is the page's own. */
  readonly origin?: string;
}

/** The server's answer to a token: whose it is, or why it is refused. */
type Finding = { readonly who: SignedIn } | { readonly refusal: CallError };

/**
 * Who is signed in, for `useSyncExternalStore`, and the calls in their name.
 *
 * 1. `start` asks the server which accounts there are, then whose token this browser keeps.
 * 2. `signIn` proves who somebody is at the provider; the server then says with which rights.
 * 3. A call that is refused ends the session, unless the token was replaced meanwhile.
 * 4. An ended session keeps its screen, and all that was typed, until somebody signs in again.
 * 5. Another tab signs in or out: the provider tells, and it starts from 1.
 *
 * `session.ts` has the states and how one becomes another, `local-sign-in.ts` and
 * `firebase-sign-in.ts` the providers.
 */
export class SessionStore {
  readonly calls: Calls;
  readonly #options: SessionStoreOptions;
  /** The store handles their refusals itself. */
  readonly #ownCalls: Calls;
  readonly #state = new ObservableState<{ readonly session: Session }>({
    session: { kind: 'loading', problem: undefined },
  });
  #opening: Promise<SignInProvider> | undefined;
  #provider: SignInProvider | undefined;
  /** Counts requests and decisions, to ignore the answer to an older request. */
  #attempt = 0;
  #cancelRetry = (): void => undefined;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    const findToken = (isFresh: boolean): Promise<string | undefined> => this.findToken(isFresh);
    const { origin } = options;
    this.#ownCalls = new Calls({ origin, findToken, onRefusal: () => undefined });
    this.calls = new Calls({
      origin,
      findToken,
      onRefusal: (error, token) => void this.#noteRefusal(error, token),
    });
  }

  readonly getSnapshot = (): Session => this.#state.getSnapshot().session;

  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  /** The kind of accounts; undefined until the server has said so. */
  get providerKind(): SignInProvider['kind'] | undefined {
    return this.#provider?.kind;
  }

  /** Finds out how to sign in and whether somebody still is; retries until it knows. */
  async start(): Promise<void> {
    this.#cancelRetry();
    const attempt = this.#nextAttempt();
    try {
      const provider = await this.#openProvider();
      const token = await provider.findToken(false);
      if (attempt !== this.#attempt) return;
      if (token === undefined) this.#set(leave(this.getSnapshot()));
      else await this.#lookWho();
    } catch (error) {
      if (this.getSnapshot().kind === 'loading') {
        this.#set({ kind: 'loading', problem: messageOf(error) });
      }
      this.#cancelRetry = this.#options.timers.after(RETRY_MS, () => void this.start());
    }
  }

  /** Rejects with the message to show. */
  async signIn(email: string, password: string, code?: string): Promise<void> {
    const who = await this.#prove(email, password, code);
    if (who) this.#set(presentSignedIn(who));
  }

  /** Continues the screen of an ended session; rejects with the message to show. */
  async signInAgain(password: string, code?: string): Promise<void> {
    const session = this.getSnapshot();
    if (session.kind !== 'ended') return;
    const who = await this.#prove(session.organiser.email, password, code);
    if (who) this.#set(admit(this.getSnapshot(), who));
  }

  /** Hands the screen of an ended session over to the person who signed in meanwhile. */
  goOn(): void {
    const session = this.getSnapshot();
    if (session.kind !== 'ended' || session.resumeBy.kind !== 'go-on') return;
    const { as } = session.resumeBy;
    this.#set(admit({ ...session, organiser: as }, as));
  }

  /** Signs out here at once; resolves when the provider has been told too. */
  async signOut(): Promise<void> {
    this.#nextAttempt();
    this.#set({ kind: 'signed-out' });
    this.#options.onSignOut?.();
    try {
      await this.#provider?.signOut();
    } catch (error) {
      logOnce('the provider could not sign out, a reload may sign in again', error);
    }
  }

  /** Sends what proves the password, goes on with the token of the answer; rejects with the message to show. */
  async sendProof<T extends RenewedSession>(path: string, body: object): Promise<T> {
    const provider = await this.#openProvider();
    const reply = await this.#ownCalls.send<T>('POST', path, body);
    provider.keepToken?.(reply.token);
    // It was done: the answer is given whether or not this finds out now who it is.
    await this.start();
    return reply;
  }

  async findToken(isFresh: boolean): Promise<string | undefined> {
    return this.#provider?.findToken(isFresh);
  }

  /** Checks whether this organiser is still admitted, and with which rights. */
  async check(): Promise<void> {
    try {
      await this.#lookWho();
    } catch {
      // Without an answer nothing is known; the next call will tell.
    }
  }

  async #lookWho(): Promise<void> {
    const finding = await this.#askWho();
    if (!finding) return;
    const session = this.getSnapshot();
    this.#set(
      'who' in finding ? admit(session, finding.who) : end(session, finding.refusal.message),
    );
  }

  /** Who signed in; undefined when something else was decided meanwhile. */
  async #prove(
    email: string,
    password: string,
    code: string | undefined,
  ): Promise<SignedIn | undefined> {
    const provider = await this.#openProvider();
    await provider.signIn(email, password, code);
    try {
      const finding = await this.#askWho();
      if (finding && 'refusal' in finding) throw finding.refusal;
      return finding?.who;
    } catch (error) {
      const isUnverified = error instanceof CallError && error.code === 'email-verification';
      const problem = isUnverified ? await sendVerification(provider, error) : error;
      // The provider knows them, this race does not: nobody is signed in here.
      await provider.signOut();
      this.#set(leave(this.getSnapshot()));
      throw problem;
    }
  }

  /** Rejects without an answer; undefined for one that comes too late. */
  async #askWho(): Promise<Finding | undefined> {
    const attempt = this.#nextAttempt();
    const finding = await this.#readWho();
    return attempt === this.#attempt ? finding : undefined;
  }

  async #readWho(): Promise<Finding> {
    try {
      return { who: await this.#ownCalls.get<SignedIn>('/auth/me') };
    } catch (error) {
      const isRefusal =
        error instanceof CallError && (error.status === 401 || error.status === 403);
      if (isRefusal) return { refusal: error };
      throw error;
    }
  }

  async #noteRefusal({ status, code, message }: CallError, token?: string): Promise<void> {
    if (this.getSnapshot().kind !== 'signed-in') return;
    if (status === 403) {
      // Their rights differ from what this page knows, or a new password is due.
      if (code === undefined || code === 'password-change') await this.check();
    } else if (status === 401) {
      const attempt = this.#attempt;
      const present = await this.findToken(false).catch(() => token);
      // The refusal of a token that was replaced meanwhile says nothing about the new one.
      if (present === token && attempt === this.#attempt)
        this.#set(end(this.getSnapshot(), message));
    }
  }

  #openProvider(): Promise<SignInProvider> {
    this.#opening ??= this.#createProvider().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #createProvider(): Promise<SignInProvider> {
    const info = await this.#ownCalls.get<AuthInfo>('/auth');
    const provider = await this.#options.createProvider(info);
    provider.watch(() => void this.start());
    this.#provider = provider;
    return provider;
  }

  #nextAttempt(): number {
    this.#attempt += 1;
    return this.#attempt;
  }

  #set(session: Session): void {
    this.#state.update({ session });
  }
}

/** Sends the verification mail; the returned error also says when that failed. */
async function sendVerification(provider: SignInProvider, error: CallError): Promise<Error> {
  try {
    await provider.sendVerification?.();
    return error;
  } catch (cause) {
    return new Error(`${error.message} It could not be sent again: ${messageOf(cause)}`, { cause });
  }
}
