import type { OrganiserRecord, OrganiserRecords } from '#server/store/organiser-records.ts';
import { parseEmail } from '#shared/model/text-rules.ts';
import { compareText } from '#shared/scoring/order.ts';
import {
  hasRight,
  type OrganiserEntry,
  type OrganiserReply,
  type Role,
} from '#shared/wire/auth-api.ts';

import { Refusal } from '#server/system/refusal.ts';
import { createReadablePassword, findPasswordFault, type PasswordHasher } from './passwords.ts';

/** Without secrets. */
function presentEntry(record: OrganiserRecord): OrganiserEntry {
  const { email, role, disabled, mustChangePassword, createdAt } = record;
  const entry = { email, role, disabled, mustChangePassword, createdAt: createdAt || null };
  return record.secondFactor ? { ...entry, asksForCode: true } : entry;
}

interface PasswordChoice {
  /** Generated and returned if undefined. */
  readonly password?: string | undefined;
  /** A one-time password. */
  readonly mustChange: boolean;
}

type Edit = (record: OrganiserRecord) => OrganiserRecord;

/**
 * Manages accounts; `by` is an admin's e-mail address, or a name for the command line. With Firebase an account here only
 * limits the rights of an address: without one, listed addresses have all rights.
 */
export class Organisers {
  readonly #records: OrganiserRecords;
  readonly #hasher: PasswordHasher;
  readonly #listed: readonly string[] | undefined;

  /** @param listed ORGANISER_EMAILS; undefined with local accounts */
  constructor(
    records: OrganiserRecords,
    hasher: PasswordHasher,
    listed: readonly string[] | undefined,
  ) {
    this.#records = records;
    this.#hasher = hasher;
    this.#listed = listed;
  }

  get isLocal(): boolean {
    return this.#listed === undefined;
  }

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
    by: string,
  ): Promise<OrganiserReply> {
    const email = parseEmail(address);
    if (email === undefined) throw new Refusal(400, 'This is not an e-mail address.');
    const made = await this.#protect(email, choice);
    const createdAt = new Date().toISOString();
    const after: OrganiserRecord = { ...createDefault(email), role, createdAt, ...made?.secrets };
    for (;;) {
      const before = await this.#records.find(email);
      if (before) throw new Refusal(409, `There is already an account for ${email}.`);
      if (await this.#records.commit({ before: undefined, after, by, action: 'organiser-add' })) {
        return { ...presentEntry(after), ...made?.shown };
      }
    }
  }

  /** Sets a password, removes the second factor, and ends all sessions of the account. */
  async reset(address: string, choice: PasswordChoice, by: string): Promise<OrganiserReply> {
    const made = await this.#protect(parseEmail(address) ?? '', choice);
    if (!made) {
      throw new Refusal(409, 'Firebase keeps the passwords: change it in its console.');
    }
    const entry = await this.#edit(address, 'organiser-reset', by, (record) => ({
      ...record,
      ...made.secrets,
      secondFactor: undefined,
      generation: record.generation + 1,
    }));
    return { ...entry, ...made.shown };
  }

  /** Also ends its sessions for good. */
  disable(address: string, by: string): Promise<OrganiserReply> {
    return this.#edit(address, 'organiser-disable', by, (record) =>
      record.disabled ? record : { ...record, disabled: true, generation: record.generation + 1 },
    );
  }

  enable(address: string, by: string): Promise<OrganiserReply> {
    return this.#edit(address, 'organiser-enable', by, (record) =>
      record.disabled ? { ...record, disabled: false } : record,
    );
  }

  setRole(address: string, role: Role, by: string): Promise<OrganiserReply> {
    return this.#edit(address, 'organiser-role', by, (record) =>
      record.role === role ? record : { ...record, role },
    );
  }

  async #edit(address: string, action: string, by: string, edit: Edit): Promise<OrganiserReply> {
    const email = parseEmail(address);
    if (email === undefined) throw new Refusal(404, 'There is no such account.');
    for (;;) {
      const stored = await this.#records.find(email);
      // With Firebase an address can be limited before its first sign-in.
      const before = stored?.record ?? (this.isLocal ? undefined : createDefault(email));
      if (!before) throw new Refusal(404, `There is no account for ${email}.`);
      const after = edit(before);
      if (email === by && !isAdmin(after)) {
        throw new Refusal(409, 'You cannot remove your own rights: ask another admin.');
      }
      const kept = { ...after, createdAt: after.createdAt || new Date().toISOString() };
      if (
        after === before ||
        (await this.#records.commit({ before: stored, after: kept, by, action }))
      ) {
        return presentEntry(after === before ? after : kept);
      }
    }
  }

  /** Hashes the given or a generated password; only the latter is shown. Undefined with Firebase. */
  async #protect(email: string, { password: given, mustChange }: PasswordChoice) {
    if (!this.isLocal) return undefined;
    const password = given ?? createReadablePassword();
    const fault = findPasswordFault(password, email);
    if (fault !== undefined) throw new Refusal(400, fault);
    const passwordHash = await this.#hasher.hash(password);
    return {
      secrets: { passwordHash, mustChangePassword: mustChange },
      shown: given === undefined ? { password } : {},
    };
  }
}

/** An account with all rights, without a password. */
export function createDefault(email: string): OrganiserRecord {
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
