import type { AuthInfo, SignedIn } from '#shared/wire/auth-api.ts';
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

/** The delay before asking again for the session. */
const RETRY_MS = 3_000;

export interface SessionStoreOptions {
  readonly timers: Timers;
  /** `calls`: those whose refusal ends no session. */
  readonly createProvider: (info: AuthInfo, calls: Calls) => Promise<SignInProvider>;
  /** Somebody signed out on purpose: the next person at this browser is somebody else. */
  readonly onSignOut?: () => void;
  /** The server, unless it is the page's own. */
  readonly origin?: string;
}

/** The server's answer to a session: whose it is, or why it is refused. */
type Finding = { readonly who: SignedIn } | { readonly refusal: CallError };

/**
 * Who is signed in, for `useSyncExternalStore`, and the calls in their name.
 *
 * 1. `start` asks the server which accounts there are, then whose session this browser has.
 * 2. `signIn` proves who somebody is at the provider; the server then says with which rights.
 * 3. A call is refused: the server is asked who is signed in, and the session ends when nobody is.
 * 4. An ended session keeps its screen, and all that was typed, until somebody signs in again.
 * 5. Another tab signs in or out: the provider calls back, and it starts from 1.
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
    const findToken = (): Promise<string | undefined> => this.findToken();
    const { origin } = options;
    this.#ownCalls = new Calls({
      origin,
      findToken,
      onRefusal: ({ status }) => this.#refresh(status),
    });
    this.calls = new Calls({ origin, findToken, onRefusal: (error) => this.#noteRefusal(error) });
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
      const isOut = await provider.isOut();
      if (attempt !== this.#attempt) return;
      if (isOut) this.#set(leave(this.getSnapshot()));
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
    if (who) this.#set(presentSignedIn(who, password));
  }

  /** Continues the screen of an ended session; rejects with the message to show. */
  async signInAgain(password: string, code?: string): Promise<void> {
    const session = this.getSnapshot();
    if (session.kind !== 'ended') return;
    const who = await this.#prove(session.organiser.email, password, code);
    if (who) this.#set(admit(this.getSnapshot(), who, password));
  }

  /** Hands the screen of an ended session over to the person who has signed in since. */
  goOn(): void {
    const session = this.getSnapshot();
    if (session.kind !== 'ended' || session.resumeBy.kind !== 'go-on') return;
    const { as } = session.resumeBy;
    this.#set(admit({ ...session, organiser: as }, as));
  }

  /** Signs out here at once; resolves when the provider knows, or cannot be reached yet. */
  async signOut(): Promise<void> {
    this.#set({ kind: 'signed-out' });
    this.#options.onSignOut?.();
    await this.#leaveProvider();
  }

  /** Tells the provider about the sign-out, again and again until it knows or something else is decided. */
  async #leaveProvider(): Promise<void> {
    this.#cancelRetry();
    const attempt = this.#nextAttempt();
    try {
      await this.#provider?.signOut();
    } catch (error) {
      logOnce('the provider does not know yet that somebody signed out', error);
      if (attempt !== this.#attempt) return;
      this.#cancelRetry = this.#options.timers.after(RETRY_MS, () => void this.#leaveProvider());
    }
  }

  /** Sends what proves the password, goes on with the session of the answer; rejects with the message to show. */
  async sendProof<T extends object>(path: string, body: object): Promise<T> {
    const provider = await this.#openProvider();
    const reply = await this.#ownCalls.send<T>('POST', path, body);
    provider.noteRenewal?.();
    // It was done: the answer is given whether or not this finds out now who it is.
    await this.start();
    return reply;
  }

  /** The token for the next call; undefined where the session is a cookie. */
  async findToken(): Promise<string | undefined> {
    return this.#provider?.findToken?.(false);
  }

  /** Checks whether this organiser is still admitted, and with which rights. */
  async check(): Promise<void> {
    try {
      await this.#lookWho();
    } catch {
      // Without an answer nothing is known; the next call decides.
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

  /** The organiser who signed in; undefined if something else was decided in between. */
  async #prove(
    email: string,
    password: string,
    code: string | undefined,
  ): Promise<SignedIn | undefined> {
    const provider = await this.#openProvider();
    await provider.signIn(email, password, code);
    this.#cancelRetry();
    try {
      const finding = await this.#askWho();
      if (!finding || 'who' in finding) return finding?.who;
      throw await provider.explainRefusal(finding.refusal);
    } catch (problem) {
      // The provider knows them, this race does not: nobody is signed in here.
      await this.#leaveProvider();
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

  /** Finds out what a refusal means for the session; resolves to whether it continues with the same rights. */
  async #noteRefusal({ status, code }: CallError): Promise<boolean> {
    if (this.getSnapshot().kind !== 'signed-in') return false;
    // With 403 their rights differ from what this page knows, or a new password is due.
    const isNews = status === 403 && (code === undefined || code === 'password-change');
    if (isNews || status === 401) await this.check();
    // A refusal of a session that has been replaced since says nothing about the new one.
    return status === 401 && this.getSnapshot().kind === 'signed-in';
  }

  /** Asks for another token after a refusal; resolves to whether there is one. */
  async #refresh(status: number | undefined): Promise<boolean> {
    if (status !== 401) return false;
    const refused = await this.findToken();
    return (await this.#provider?.findToken?.(true)) !== refused;
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
    const provider = await this.#options.createProvider(info, this.#ownCalls);
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
