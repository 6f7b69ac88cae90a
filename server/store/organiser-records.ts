import * as z from 'zod/mini';

import { Refusal } from '#server/system/refusal.ts';
import { ROLES } from '#shared/wire/auth-api.ts';

import { parseAs } from './codec.ts';
import { commit, expectField } from './commit.ts';
import { StoredRecords } from './redis-connection.ts';

/** The second factor of an account (ACCOUNTS.md AC15). */
const secondFactorRecord = z.object({
  /** The secret of the authenticator app, which only the password decrypts. */
  sealedSecret: z.string(),
  /** The 30-second step, counted from 1970, of the last accepted code: only later codes are accepted. */
  lastStep: z.number(),
});
export type SecondFactorRecord = Readonly<z.infer<typeof secondFactorRecord>>;

const organiserRecord = z.object({
  email: z.string(),
  role: z.enum(ROLES),
  disabled: z.boolean(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** In PHC form (`$argon2id$…`); absent with Firebase. */
  passwordHash: z.optional(z.string()),
  mustChangePassword: z.boolean(),
  /** Raising it ends all sessions, which are bound to the generation at their start. */
  generation: z.number(),
  /** Absent if the password is enough. */
  secondFactor: z.optional(secondFactorRecord),
});
/** An account, stored under its e-mail address in lower case. */
export type OrganiserRecord = Readonly<z.infer<typeof organiserRecord>>;

/** An account with its stored text, the precondition of a change. */
export interface StoredOrganiser {
  readonly text: string;
  readonly record: OrganiserRecord;
}

interface OrganiserChange {
  /** Undefined for a new account. */
  readonly before: StoredOrganiser | undefined;
  readonly after: OrganiserRecord;
  readonly by: string;
  readonly action: string;
}

export class OrganiserRecords extends StoredRecords {
  async find(email: string): Promise<StoredOrganiser | undefined> {
    const text = await this.client.hGet(this.keys.organisers, email);
    if (text === null) return undefined;
    const stored = decode(text);
    if (stored) return stored;
    throw new Refusal(
      409,
      'What the record holds of this account cannot be read. Take it out of Redis, from the hash that ends in :organisers, and add the account again.',
    );
  }

  async list(): Promise<StoredOrganiser[]> {
    const all = Object.entries(await this.client.hGetAll(this.keys.organisers));
    this.unreadable.begin('organisers');
    return all.flatMap(([email, text]) => {
      const stored = decode(text);
      if (!stored) this.unreadable.add('organisers', email, 'is no account');
      return stored ?? [];
    });
  }

  /** Writes the change and notifies every instance; false if the account has changed. The log gets no secret. */
  async commit({ before, after, by, action }: OrganiserChange): Promise<boolean> {
    const key = this.keys.organisers;
    const outcome = await commit(this.client, this.keys, {
      expect: [expectField(key, after.email, before?.text)],
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
  return { email, role, disabled, mustChangePassword, asksForCode: secondFactor !== undefined };
}
