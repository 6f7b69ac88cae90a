import type { AuthInfo, SignedIn } from '#shared/wire/auth-api.ts';
import { logOnce } from '../../live/log-once.ts';
import { ObservableState } from '../../live/observable-state.ts';
import type { Timers } from '../../live/timers.ts';
import { CallError, messageOf } from '../calls/call-error.ts';
import { Calls } from '../calls/calls.ts';
import { type Session, admit, end, leave, toSignedIn, type SignInProvider } from './session.ts';

/** The delay before the session is requested again. */
const RETRY_MS = 3_000;

export interface SessionStoreOptions {
  readonly timers: Timers;
  /** `calls`: a refusal of these does not end the session. */
  readonly createProvider: (info: AuthInfo, calls: Calls) => Promise<SignInProvider>;
  /** Called when somebody signs out on purpose, so the next user may be another person. */
  readonly onSignOut?: () => void;
  /** The server's origin; the page's own by default. */
  readonly origin?: string;
}

/**
 * The signed-in organiser, for `useSyncExternalStore`, and the calls in their name.
 *
 * 1. `start` fetches the kind of accounts, then the owner of this browser's session.
 * 2. `signIn` signs in at the provider, then fetches the organiser's rights from the server.
 * 3. After a refused call the session is fetched again, and ends if nobody is signed in.
 * 4. An ended session keeps its screen and the typed text until somebody signs in again.
 * 5. When another tab signs in or out, the provider calls back, and it starts from 1.
 *
 * `session.ts` has the states and their transitions, `local-sign-in.ts` and `firebase-sign-in.ts` the providers.
 */
export class SessionStore {
  readonly calls: Calls;
  readonly #options: SessionStoreOptions;
  /** The store's own calls, whose refusals it handles itself. */
  readonly #ownCalls: Calls;
  readonly #state = new ObservableState<{ readonly session: Session }>({
    session: { kind: 'loading', problem: undefined },
  });
  #opening: Promise<SignInProvider> | undefined;
  #provider: SignInProvider | undefined;
  /** Raised by each request and decision; answers to older requests are ignored. */
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
    this.calls = new Calls({
      origin,
      findToken,
      findSender: () => emailOf(this.getSnapshot()),
      onRefusal: (error, sender) => this.#noteRefusal(error, sender),
    });
  }

  readonly getSnapshot = (): Session => this.#state.getSnapshot().session;

  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  /** The kind of accounts; undefined until loaded. */
  get providerKind(): SignInProvider['kind'] | undefined {
    return this.#provider?.kind;
  }

  /** Fetches the kind of accounts and the session; retries until that works. */
  async start(): Promise<void> {
    this.#cancelRetry();
    const attempt = this.#nextAttempt();
    try {
      const provider = await this.#openProvider();
      const isOut = await provider.isOut();
      if (attempt !== this.#attempt) return;
      const session = this.getSnapshot();
      // The server's refusal may overtake the notice of a sign-out in another tab, which closes the screen all the same.
      const isExplained =
        provider.kind === 'local' && session.kind === 'ended' && session.isRefused === true;
      if (isOut) this.#set(isExplained ? { kind: 'signed-out' } : leave(session));
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
    if (who) this.#set(toSignedIn(who, password));
  }

  /** Continues the screen of an ended session; rejects with the message to show. */
  async signInAgain(password: string, code?: string): Promise<void> {
    const session = this.getSnapshot();
    if (session.kind !== 'ended') return;
    const who = await this.#prove(session.organiser.email, password, code);
    if (who) this.#set(admit(this.getSnapshot(), who, password));
  }

  /** Signs out here at once, then at the provider; resolves after its first attempt. */
  async signOut(): Promise<void> {
    this.#set({ kind: 'signed-out' });
    this.#options.onSignOut?.();
    await this.#leaveProvider();
  }

  /** Signs out at the provider, and retries until that works or somebody signs in. */
  async #leaveProvider(): Promise<void> {
    this.#cancelRetry();
    const attempt = this.#nextAttempt();
    try {
      await this.#provider?.signOut();
    } catch (error) {
      logOnce('the sign-out at the provider failed', error);
      if (attempt !== this.#attempt) return;
      this.#cancelRetry = this.#options.timers.after(RETRY_MS, () => void this.#leaveProvider());
    }
  }

  /** Sends a request with the password, and adopts the session of the answer; rejects with the message to show. */
  async sendProof(path: string, body: object): Promise<void> {
    const provider = await this.#openProvider();
    await this.#ownCalls.send('POST', path, body);
    provider.noteRenewal?.();
    // Never rejects: the request has succeeded.
    await this.start();
  }

  /** The token for the next call; undefined where the session is a cookie. */
  async findToken(): Promise<string | undefined> {
    return this.#provider?.findToken?.(false);
  }

  /** Fetches the session again, and the organiser's rights. */
  async check(): Promise<void> {
    try {
      await this.#lookWho();
    } catch {
      // Unknown without an answer; the next refusal checks again.
    }
  }

  async #lookWho(): Promise<void> {
    const who = await this.#askWho();
    if (!who) return;
    const session = this.getSnapshot();
    this.#set(who instanceof CallError ? end(session, who.message) : admit(session, who));
  }

  /** Signs in; undefined if the session changed in between. */
  async #prove(
    email: string,
    password: string,
    code: string | undefined,
  ): Promise<SignedIn | undefined> {
    const provider = await this.#openProvider();
    await provider.signIn(email, password, code);
    this.#cancelRetry();
    try {
      const who = await this.#askWho();
      if (who instanceof CallError) throw await provider.explainRefusal(who);
      return who;
    } catch (problem) {
      // The provider accepted them, but this server did not.
      await this.#leaveProvider();
      this.#set(leave(this.getSnapshot()));
      throw problem;
    }
  }

  /** The owner of the session or the server's refusal; undefined for a late answer. Rejects without an answer. */
  async #askWho(): Promise<SignedIn | CallError | undefined> {
    const attempt = this.#nextAttempt();
    const who = await this.#ownCalls.get<SignedIn>('/auth/me').catch((error: unknown) => {
      const isRefusal =
        error instanceof CallError && (error.status === 401 || error.status === 403);
      if (isRefusal) return error;
      throw error;
    });
    return attempt === this.#attempt ? who : undefined;
  }

  /** Checks the session after a refused call; resolves to whether to send the call again. */
  async #noteRefusal({ status, code }: CallError, sender: string | undefined): Promise<boolean> {
    const isOver = status === 401 || code === 'password-change';
    // With another 403 the rights may have changed.
    const isNews = isOver || (status === 403 && code === undefined);
    if (isNews && this.getSnapshot().kind === 'signed-in') await this.check();
    if (!isOver) return false;
    // The call is sent again with the sender's next session (SCREENS.md SO4), or with the one that has replaced it.
    await this.#whileEnded();
    const session = this.getSnapshot();
    return session.kind === 'signed-in' && session.organiser.email === sender;
  }

  #whileEnded(): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.getSnapshot().kind === 'ended') return;
        stop();
        resolve();
      };
      const stop = this.subscribe(look);
      look();
    });
  }

  /** Requests another token after a refusal; resolves to whether there is one. */
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

function emailOf(session: Session): string | undefined {
  return 'organiser' in session ? session.organiser.email : undefined;
}
