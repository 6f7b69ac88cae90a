import type { OrganiserRecord, StoredOrganiser } from '#server/store/organiser-records.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type {
  AuthInfo,
  LoginReply,
  SecondFactorBody,
  SecondFactorOffBody,
  SignedIn,
} from '#shared/wire/auth-api.ts';
import {
  type CheckOptions,
  type Identity,
  type IdentityProvider,
  NOT_SIGNED_IN,
  type TokenCheck,
} from './identity.ts';
import type { AccountStore, LocalSessions, OpenSession, SessionOrigin } from './local-sessions.ts';
import type { LoginAttempt, LoginThrottle } from './login-throttle.ts';
import { findPasswordFault, type PasswordHasher } from './passwords.ts';
import type { NoteFailure, ProvedOwner, SecondFactors } from './second-factors.ts';
import { Refusal } from '#server/system/refusal.ts';
import {
  signedOut,
  tooManyTries,
  wrongField,
  wrongLogin,
  wrongPassword,
} from './account-refusals.ts';

const BUSY_WAIT_MS = 1_000;

const PASSWORD_CHANGE = {
  status: 403,
  error: 'Set a new password first.',
  code: 'password-change',
} as const;

export interface SignInOrigin extends SessionOrigin {
  readonly address: string;
  /** Of the authenticator app, as typed. */
  readonly code?: string | undefined;
}

export interface LocalAccountParts {
  readonly store: AccountStore;
  readonly sessions: LocalSessions;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
  readonly noteFailure: NoteFailure;
  readonly secondFactors: SecondFactors;
}

/** Accounts stored in Redis, shared by all instances; they need no internet. */
export class LocalAccounts implements IdentityProvider {
  readonly secondFactors: SecondFactors;
  readonly sessions: LocalSessions;
  readonly #store: AccountStore;
  readonly #hasher: PasswordHasher;
  readonly #throttle: LoginThrottle;
  readonly #noteFailure: NoteFailure;

  constructor(parts: LocalAccountParts) {
    this.#store = parts.store;
    this.sessions = parts.sessions;
    this.#hasher = parts.hasher;
    this.#throttle = parts.throttle;
    this.#noteFailure = parts.noteFailure;
    this.secondFactors = parts.secondFactors;
  }

  describe(): AuthInfo {
    return { provider: 'local' };
  }

  async check(token: string, options?: CheckOptions): Promise<TokenCheck> {
    const open = await this.sessions.find(token, options);
    if (!open) return { refusal: NOT_SIGNED_IN };
    const { email, mustChangePassword } = open.organiser.record;
    if (mustChangePassword) return { refusal: PASSWORD_CHANGE, by: email };
    return { identity: presentIdentity(open) };
  }

  /** The owner of a token, also with a one-time password. */
  async findSignedIn(token: string): Promise<SignedIn | undefined> {
    const open = await this.sessions.find(token);
    return open && presentSignedIn(open.organiser.record, open.expiresMs);
  }

  /** @throws {Refusal} */
  async logIn(email: string, password: string, origin: SignInOrigin): Promise<LoginReply> {
    const { address } = origin;
    const organiser = await this.#prove({ email, address }, password, wrongLogin);
    if (organiser.record.disabled) {
      this.#noteFailure(email, address);
      throw new Refusal(403, 'This account is disabled. Ask another organiser.');
    }
    const owner = { organiser, password, address, isSigningIn: true };
    const passed = await this.secondFactors.pass(owner, origin.code ?? '');
    return this.#signIn(passed.record, origin);
  }

  async logOut(token: string): Promise<void> {
    const open = await this.sessions.find(token);
    if (open) await this.sessions.end(open);
  }

  /** Turns codes on; all sessions of the account end and a new one begins. @throws {Refusal} */
  async turnCodesOn(
    token: string,
    { password, secret, code }: SecondFactorBody,
    address: string,
  ): Promise<LoginReply> {
    const owner = await this.#proveCaller(token, password, address);
    const { record } = await this.secondFactors.enrol(owner, secret, code);
    return this.#signIn(record, { address });
  }

  /** Turns codes off, with the same effect on sessions. @throws {Refusal} */
  async turnCodesOff(
    token: string,
    { password, code }: SecondFactorOffBody,
    address: string,
  ): Promise<LoginReply> {
    const owner = await this.#proveCaller(token, password, address);
    const passed = await this.secondFactors.pass(owner, code);
    const organiser = await this.secondFactors.remove(passed);
    if (!organiser) throw signedOut();
    return this.#signIn(organiser.record, { address });
  }

  /** Sets a new password, ends all sessions of the account and begins a new one. @throws {Refusal} */
  async changePassword(
    token: string,
    password: string,
    newPassword: string,
    address: string,
  ): Promise<LoginReply> {
    const open = await this.sessions.find(token);
    if (!open) throw signedOut();
    const { email } = open.organiser.record;
    const { organiser: before } = await this.#proveOwner(open, password, address);
    const fault =
      newPassword === password
        ? 'The new password is the same as the old one: choose another.'
        : findPasswordFault(newPassword, email);
    if (fault !== undefined) throw wrongField('newPassword', fault);
    const after: OrganiserRecord = {
      ...before.record,
      passwordHash: await this.#hasher.hash(newPassword),
      mustChangePassword: false,
      secondFactor: await this.secondFactors.reseal(before.record, password, newPassword),
      generation: before.record.generation + 1,
    };
    const action = 'organiser-password';
    const isDone = await this.#store.organisers.commit({ before, after, by: email, action });
    // The account has just been disabled or reset.
    if (!isDone) throw signedOut();
    return this.#signIn(after, { address });
  }

  async #signIn(record: OrganiserRecord, origin: SessionOrigin): Promise<LoginReply> {
    const { token, expiresMs } = await this.sessions.open(record, origin);
    return { token, ...presentSignedIn(record, expiresMs) };
  }

  async #proveCaller(token: string, password: string, address: string): Promise<ProvedOwner> {
    const open = await this.sessions.find(token);
    if (!open || open.organiser.record.mustChangePassword) throw signedOut();
    return this.#proveOwner(open, password, address);
  }

  async #proveOwner(open: OpenSession, password: string, address: string): Promise<ProvedOwner> {
    const { email } = open.organiser.record;
    // Failures of strangers at the same address must not count.
    const known = open.session.sessionId;
    const organiser = await this.#prove({ email, address, known }, password, wrongPassword);
    // A new password begins another session, so wrong codes count by account.
    return { organiser, password, address, known: `in ${email}`, isSigningIn: false };
  }

  async #prove(
    from: LoginAttempt,
    password: string,
    wrong: () => Refusal,
  ): Promise<StoredOrganiser> {
    const isKnown = from.known !== undefined;
    // Signed-in callers go to the front of the queue.
    if (this.#hasher.isBusy && !isKnown) throw tooManyTries(BUSY_WAIT_MS);
    const proved = await this.#throttle.attempt(from, async () => {
      const organiser = await this.#store.organisers.find(from.email);
      const passwordHash = organiser?.record.passwordHash;
      if (await this.#hasher.verify(passwordHash, password, isKnown)) return organiser;
      this.#noteFailure(organiser?.record.email, from.address);
      return undefined;
    });
    if (!proved) throw wrong();
    return proved;
  }
}

function presentIdentity({ organiser, expiresMs }: OpenSession): Identity {
  const { email, role, generation } = organiser.record;
  return { email, role, generation, expiresMs };
}

function presentSignedIn(record: OrganiserRecord, expiresAt: EpochMs): SignedIn {
  const { email, role, mustChangePassword, secondFactor } = record;
  const signedIn = { email, role, mustChangePassword, expiresAt };
  return secondFactor ? { ...signedIn, asksForCode: true } : signedIn;
}
