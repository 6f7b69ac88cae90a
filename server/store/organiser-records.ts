import * as z from 'zod/mini';

import { ROLES } from '#shared/wire/auth-api.ts';

import { parseAs } from './codec.ts';
import { commit, expectField } from './commit.ts';
import type { RaceKeys } from './keys.ts';
import { StoredRecords, type RedisClient } from './redis-connection.ts';
import { type UnreadableLog, UnreadableRecordError } from './unreadable.ts';

/** What an account asks for after its password (ACCOUNTS.md AC15). */
const secondFactorRecord = z.object({
  /** The secret of the authenticator app, which only the password decrypts. */
  sealedSecret: z.string(),
  /** The step of 30 s, counted from 1970, of the last accepted code: no code up to it is accepted again. */
  lastStep: z.number(),
  /** The remaining recovery codes, as SHA-256 in hexadecimals. */
  recoveryHashes: z.readonly(z.array(z.string())),
});
export type SecondFactorRecord = Readonly<z.infer<typeof secondFactorRecord>>;

const organiserRecord = z.object({
  email: z.string(),
  role: z.enum(ROLES),
  disabled: z.boolean(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** In PHC form (`$argon2id$…`); absent where Firebase keeps the passwords. */
  passwordHash: z.optional(z.string()),
  mustChangePassword: z.boolean(),
  /** Sessions that were opened under another generation have ended: raising it ends them all at once. */
  generation: z.number(),
  /** Absent where the password is enough. */
  secondFactor: z.optional(secondFactorRecord),
});
/** An account. Its field in the hash is its e-mail address in lower case. */
export type OrganiserRecord = Readonly<z.infer<typeof organiserRecord>>;

/** An account as read, with the exact text that a change of it is compared with. */
export interface StoredOrganiser {
  readonly text: string;
  readonly record: OrganiserRecord;
}

/** A change of one account, with the state it was decided on. */
export interface OrganiserChange {
  /** Undefined for a new account. */
  readonly before: StoredOrganiser | undefined;
  readonly after: OrganiserRecord;
  readonly by: string;
  readonly action: string;
  /** Another account that the decision depends on; `text` undefined: it must not exist. */
  readonly witness?: { readonly email: string; readonly text: string | undefined };
}

export class OrganiserRecords extends StoredRecords {
  readonly #unreadable: UnreadableLog;

  constructor(client: RedisClient, keys: RaceKeys, unreadable: UnreadableLog) {
    super(client, keys);
    this.#unreadable = unreadable;
  }

  async find(email: string): Promise<StoredOrganiser | undefined> {
    const text = await this.client.hGet(this.keys.organisers, email);
    if (text === null) return undefined;
    const stored = decode(text);
    if (stored) return stored;
    throw new UnreadableRecordError(
      'What the record holds of this account cannot be read. Take it out of Redis, from the hash that ends in :organisers, and add the account again.',
    );
  }

  async list(): Promise<StoredOrganiser[]> {
    const all = Object.entries(await this.client.hGetAll(this.keys.organisers));
    this.#unreadable.begin('organisers');
    return all.flatMap(([email, text]) => {
      const stored = decode(text);
      if (!stored) this.#unreadable.add('organisers', email, 'is no account');
      return stored ?? [];
    });
  }

  /**
   * Writes the change and notifies every instance, or returns false where what it was decided on has changed. The log
   * gets no hash.
   */
  async commit({ before, after, by, action, witness }: OrganiserChange): Promise<boolean> {
    const key = this.keys.organisers;
    const outcome = await commit(this.client, this.keys, {
      expect: [
        expectField(key, after.email, before?.text),
        ...(witness ? [expectField(key, witness.email, witness.text)] : []),
      ],
      set: [{ key, field: after.email, value: JSON.stringify(after) }],
      ops: [{ op: 'accounts' }],
      audit: {
        by,
        action,
        ...(before ? { before: withoutSecrets(before.record) } : {}),
        after: withoutSecrets(after),
      },
    });
    return outcome.ok;
  }
}

function decode(text: string): StoredOrganiser | undefined {
  const record = parseAs(organiserRecord, text);
  return record && { text, record };
}

function withoutSecrets(record: OrganiserRecord): object {
  const { email, role, disabled, mustChangePassword, secondFactor } = record;
  const recoveryCodesLeft = secondFactor?.recoveryHashes.length;
  return { email, role, disabled, mustChangePassword, recoveryCodesLeft };
}
