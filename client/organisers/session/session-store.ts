import type { AuthInfo, Organiser, SignedIn } from '#shared/wire/admin-api.ts';

import { ObservableState } from '../../live/observable-state.ts';
import type { Timers } from '../../live/timers.ts';
import { CallError, messageOf } from '../calls/call-error.ts';
import { Calls } from '../calls/calls.ts';
import type { SignInProvider } from './sign-in-provider.ts';

/**
 * Who sits at this screen:
 * - `loading`: not known yet; `problem` says what keeps it so;
 * - `signed-out`: nobody;
 * - `signed-in`: the organiser, who may have to set a password of their own first;
 * - `ended`: an organiser whose session is over. Their screens stay, with all
 *   that was typed, until they sign in again.
 */
export type Session =
  | { readonly kind: 'loading'; readonly problem: string | undefined }
  | { readonly kind: 'signed-out' }
  | {
      readonly kind: 'signed-in';
      readonly organiser: Organiser;
      readonly mustChangePassword: boolean;
    }
  | { readonly kind: 'ended'; readonly organiser: Organiser; readonly reason: string };

/** How soon to look again when it cannot be found out who is signed in. */
const RETRY_MS = 3_000;

export interface SessionStoreOptions {
  readonly timers: Timers;
  /** Makes the way to sign in that the server asks for. */
  readonly createProvider: (info: AuthInfo) => Promise<SignInProvider>;
}

/** Who is signed in, for `useSyncExternalStore`, and the calls in their name. */
export class SessionStore {
  readonly calls: Calls;
  readonly #options: SessionStoreOptions;
  readonly #state = new ObservableState<{ readonly session: Session }>({
    session: { kind: 'loading', problem: undefined },
  });
  #provider: SignInProvider | undefined;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.calls = new Calls({
      findToken: (isFresh) => this.findToken(isFresh),
      onRefusal: (error) => {
        this.#noteRefusal(error);
      },
    });
  }

  readonly getSnapshot = (): Session => this.#state.getSnapshot().session;

  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  /** Which accounts there are; undefined until the server has said so. */
  get providerKind(): SignInProvider['kind'] | undefined {
    return this.#provider?.kind;
  }

  /** Finds out how to sign in and whether somebody still is; goes on trying until it knows. */
  async start(): Promise<void> {
    try {
      if (!this.#provider) {
        const info = await this.calls.get<AuthInfo>('/auth');
        this.#provider = await this.#options.createProvider(info);
        this.#provider.watch(() => void this.start());
      }
      const isSignedIn = (await this.#provider.findToken(false)) !== undefined;
      if (isSignedIn) await this.#askWho();
      else this.#set({ kind: 'signed-out' });
    } catch (error) {
      if (isRefusal(error)) {
        if (this.getSnapshot().kind === 'loading') this.#set({ kind: 'signed-out' });
        return;
      }
      if (this.getSnapshot().kind === 'loading') {
        this.#set({ kind: 'loading', problem: messageOf(error) });
      }
      this.#options.timers.after(RETRY_MS, () => void this.start());
    }
  }

  /** Rejects with the message to show. */
  async signIn(email: string, password: string): Promise<void> {
    const provider = this.#getProvider();
    await provider.signIn(email, password);
    try {
      await this.#askWho();
    } catch (error) {
      if (error instanceof CallError && error.code === 'email-verification') {
        await provider.sendVerification?.();
      }
      // Firebase knows them, this race does not: nobody is signed in here.
      await provider.signOut();
      throw error;
    }
  }

  async signOut(): Promise<void> {
    await this.#provider?.signOut();
    this.#set({ kind: 'signed-out' });
  }

  /** Sets a new password and goes on with it; rejects with the message to show. */
  async changePassword(password: string, newPassword: string): Promise<void> {
    await this.#getProvider().changePassword?.(password, newPassword);
    await this.#askWho();
  }

  async findToken(isFresh: boolean): Promise<string | undefined> {
    return this.#provider?.findToken(isFresh);
  }

  /** The server closed what was open in this organiser's name: looks whether they are still let in. */
  async check(): Promise<void> {
    try {
      await this.#askWho();
    } catch (error) {
      // Without an answer nothing is known, and the next call will tell.
      if (error instanceof CallError && error.status === 403) this.#end(error.message);
    }
  }

  async #askWho(): Promise<void> {
    const { email, role, mustChangePassword } = await this.calls.get<SignedIn>('/auth/me');
    this.#set({ kind: 'signed-in', organiser: { email, role }, mustChangePassword });
  }

  #noteRefusal({ status, code, message }: CallError): void {
    const session = this.getSnapshot();
    if (session.kind !== 'signed-in') return;
    const { organiser } = session;
    if (code === 'password-change') {
      this.#set({ kind: 'signed-in', organiser, mustChangePassword: true });
    } else if (status === 401) {
      this.#end(message);
    }
  }

  #end(reason: string): void {
    const session = this.getSnapshot();
    if (session.kind !== 'signed-in') return;
    this.#set({ kind: 'ended', organiser: session.organiser, reason });
  }

  #getProvider(): SignInProvider {
    if (!this.#provider) throw new Error('The server has not said yet how to sign in.');
    return this.#provider;
  }

  #set(session: Session): void {
    this.#state.update({ session });
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof CallError && (error.status === 401 || error.status === 403);
}
