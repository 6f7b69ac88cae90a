import type {
  OrganiserRecord,
  OrganiserRecords,
  StoredOrganiser,
} from '#server/store/organiser-records.ts';
import { err, ok, type Result } from '#shared/model/outcome.ts';
import { parseEmail } from '#shared/model/text-rules.ts';
import { compareText } from '#shared/scoring/order.ts';
import {
  hasRight,
  type OrganiserEntry,
  type OrganiserReply,
  type Role,
} from '#shared/wire/auth-api.ts';

import { createReadablePassword, findPasswordFault, type PasswordHasher } from './passwords.ts';

export type OrganiserProblem =
  | 'bad-email'
  | 'bad-password'
  | 'exists'
  | 'unknown'
  /** Admins cannot remove their own rights, so there is always one left. */
  | 'self'
  /** The manager has lost the right. */
  | 'no-right'
  /** Firebase keeps the passwords. */
  | 'elsewhere';

/** The current account, or why the command was not carried out. */
export type OrganiserOutcome = Result<
  OrganiserReply,
  { readonly problem: OrganiserProblem; readonly message: string }
>;

/** An account as the managers see it, without secrets. */
function presentEntry(record: OrganiserRecord): OrganiserEntry {
  const { email, role, disabled, mustChangePassword, createdAt } = record;
  const entry = { email, role, disabled, mustChangePassword, createdAt: createdAt || null };
  return record.secondFactor ? { ...entry, asksForCode: true } : entry;
}

function accept(record: OrganiserRecord): OrganiserOutcome {
  return ok(presentEntry(record));
}

function refuse(problem: OrganiserProblem, message: string): OrganiserOutcome {
  return err({ problem, message });
}

export interface Manager {
  /** A signed-in admin's e-mail address, or the name in the log for the person who runs commands on the machine. */
  readonly name: string;
  /** The person who runs commands on the machine may do anything: it is the way back in. */
  readonly isHost: boolean;
}

interface PasswordChoice {
  /** Undefined: a readable one is generated, and returned. */
  readonly password?: string | undefined;
  /** Whether it has to be replaced at the first sign-in. */
  readonly mustChange: boolean;
}

type Edit = (record: OrganiserRecord) => OrganiserRecord;

/**
 * The accounts and their rights. With Firebase the passwords are kept there, and an account here only limits an
 * address: the listed addresses and accounts with the claim have all rights until it says otherwise.
 */
export class Organisers {
  readonly #records: OrganiserRecords;
  readonly #hasher: PasswordHasher;
  readonly #listed: readonly string[] | undefined;

  /** `listed`: the addresses in ORGANISER_EMAILS; undefined with local accounts. */
  constructor(
    records: OrganiserRecords,
    hasher: PasswordHasher,
    listed: readonly string[] | undefined,
  ) {
    this.#records = records;
    this.#hasher = hasher;
    this.#listed = listed;
  }

  /** Whether the passwords are kept here. */
  get isLocal(): boolean {
    return this.#listed === undefined;
  }

  /** All accounts, by address. */
  async list(): Promise<OrganiserEntry[]> {
    const records = (await this.#records.list()).map(({ record }) => record);
    const known = new Set(records.map(({ email }) => email));
    const listed = (this.#listed ?? []).filter((email) => !known.has(email)).map(createDefault);
    return [...records, ...listed]
      .map(presentEntry)
      .toSorted((a, b) => compareText(a.email, b.email));
  }

  async add(
    address: string,
    role: Role,
    choice: PasswordChoice,
    manager: Manager,
  ): Promise<OrganiserOutcome> {
    const email = parseEmail(address);
    if (email === undefined) return refuse('bad-email', 'This is not an e-mail address.');
    const password = this.#choosePassword(choice);
    const fault = password === undefined ? undefined : findPasswordFault(password, email);
    if (fault !== undefined) return refuse('bad-password', fault);
    const after: OrganiserRecord = {
      ...createDefault(email),
      role,
      createdAt: new Date().toISOString(),
      ...(password === undefined ? {} : await this.#protect(password, choice)),
    };
    for (;;) {
      const before = await this.#records.find(email);
      if (before) return refuse('exists', `There is already an account for ${email}.`);
      const outcome = await this.#commit(undefined, after, 'organiser-add', manager);
      if (outcome) return withPassword(outcome, choice, password);
    }
  }

  /** Sets another password and removes the second factor; every session of the account ends. */
  async reset(
    address: string,
    choice: PasswordChoice,
    manager: Manager,
  ): Promise<OrganiserOutcome> {
    const password = this.#choosePassword(choice);
    if (password === undefined) {
      return refuse('elsewhere', 'Firebase keeps the passwords: change it in its console.');
    }
    const fault = findPasswordFault(password, parseEmail(address) ?? '');
    if (fault !== undefined) return refuse('bad-password', fault);
    const secrets = await this.#protect(password, choice);
    const outcome = await this.#edit(address, 'organiser-reset', manager, (record) => ({
      ...record,
      ...secrets,
      secondFactor: undefined,
      generation: record.generation + 1,
    }));
    return withPassword(outcome, choice, password);
  }

  /** Keeps an account out; its sessions end for good. */
  disable(address: string, manager: Manager): Promise<OrganiserOutcome> {
    return this.#edit(address, 'organiser-disable', manager, (record) =>
      record.disabled ? record : { ...record, disabled: true, generation: record.generation + 1 },
    );
  }

  enable(address: string, manager: Manager): Promise<OrganiserOutcome> {
    return this.#edit(address, 'organiser-enable', manager, (record) =>
      record.disabled ? { ...record, disabled: false } : record,
    );
  }

  /** Ends every session of an account, which may sign in again. */
  async endSessions(address: string, manager: Manager): Promise<OrganiserOutcome> {
    if (!this.isLocal) {
      return refuse(
        'elsewhere',
        'Firebase keeps the sessions. Disable the account to keep it out.',
      );
    }
    return this.#edit(address, 'organiser-sign-out', manager, (record) => ({
      ...record,
      generation: record.generation + 1,
    }));
  }

  setRole(address: string, role: Role, manager: Manager): Promise<OrganiserOutcome> {
    return this.#edit(address, 'organiser-role', manager, (record) =>
      record.role === role ? record : { ...record, role },
    );
  }

  async #edit(
    address: string,
    action: string,
    manager: Manager,
    edit: Edit,
  ): Promise<OrganiserOutcome> {
    const email = parseEmail(address);
    if (email === undefined) return refuse('unknown', 'There is no such account.');
    for (;;) {
      const stored = await this.#records.find(email);
      // With Firebase any address can get a role or be kept out before it ever signed in.
      const before = stored?.record ?? (this.isLocal ? undefined : createDefault(email));
      if (!before) return refuse('unknown', `There is no account for ${email}.`);
      const after = edit(before);
      if (email === manager.name && !isAdmin(after)) {
        return refuse('self', 'You cannot remove your own rights: ask another admin.');
      }
      if (after === before) return accept(after);
      const createdAt = after.createdAt || new Date().toISOString();
      const outcome = await this.#commit(stored, { ...after, createdAt }, action, manager);
      if (outcome) return outcome;
    }
  }

  /**
   * Undefined when something has changed. A signed-in admin's command holds only while they are admin: so two admins who
   * disable each other at the same moment never leave the race without any.
   */
  async #commit(
    before: StoredOrganiser | undefined,
    after: OrganiserRecord,
    action: string,
    manager: Manager,
  ): Promise<OrganiserOutcome | undefined> {
    const change = { before, after, by: manager.name, action };
    if (manager.isHost || manager.name === after.email) {
      return (await this.#records.commit(change)) ? accept(after) : undefined;
    }
    const witness = await this.#records.find(manager.name);
    if (witness ? !isAdmin(witness.record) : this.isLocal) {
      return refuse('no-right', 'This needs an organiser with all rights.');
    }
    const isDone = await this.#records.commit({
      ...change,
      witness: { email: manager.name, text: witness?.text },
    });
    return isDone ? accept(after) : undefined;
  }

  #choosePassword({ password }: PasswordChoice): string | undefined {
    return this.isLocal ? (password ?? createReadablePassword()) : undefined;
  }

  async #protect(
    password: string,
    { mustChange }: PasswordChoice,
  ): Promise<Pick<OrganiserRecord, 'passwordHash' | 'mustChangePassword'>> {
    return { passwordHash: await this.#hasher.hash(password), mustChangePassword: mustChange };
  }
}

/** An account before anything was set for its address. */
function createDefault(email: string): OrganiserRecord {
  return {
    email,
    role: 'admin',
    disabled: false,
    createdAt: '',
    mustChangePassword: false,
    generation: 0,
  };
}

function isAdmin({ role, disabled }: OrganiserRecord): boolean {
  return hasRight(role, 'accounts:manage') && !disabled;
}

/** Only a generated password is returned. */
function withPassword(
  outcome: OrganiserOutcome,
  choice: PasswordChoice,
  password: string | undefined,
): OrganiserOutcome {
  if (!outcome.ok || password === undefined || choice.password !== undefined) return outcome;
  return ok({ ...outcome.value, password });
}
