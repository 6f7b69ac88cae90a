import * as z from 'zod';

import { ROLES } from '#shared/wire/auth-api.ts';
import type { AddOrganiserBody, ChangePasswordBody } from '#shared/wire/auth-api.ts';

import { Refusal } from '#server/web/refusal.ts';

/** Longer than any address or password that is let in. */
const MAX_TEXT = 1_000;
const CONTROL = /\p{Cc}/u;

const text = z
  .string()
  .max(MAX_TEXT)
  .refine((value) => !CONTROL.test(value));
const role = z.enum(ROLES);

const loginBody = z.strictObject({ email: text, password: text, device: text.optional() });
const passwordBody = z.strictObject({ password: text, newPassword: text });
const addBody = z.strictObject({ email: text, role });
const roleBody = z.strictObject({ role });

export function parseLoginBody(body: unknown): z.infer<typeof loginBody> {
  return parse(loginBody, body, 'Send an e-mail address and a password, as email and password.');
}

export function parsePasswordBody(body: unknown): ChangePasswordBody {
  return parse(
    passwordBody,
    body,
    'Send the present password and the new one, as password and newPassword.',
  );
}

export function parseAddOrganiserBody(body: unknown): AddOrganiserBody {
  return parse(
    addBody,
    body,
    `Send an e-mail address and a role, as email and role: ${rolesText}.`,
  );
}

export function parseRoleBody(body: unknown): z.infer<typeof roleBody> {
  return parse(roleBody, body, `Send the role: ${rolesText}.`);
}

const rolesText = ROLES.join(' or ');

/** What the schema makes of it; anything else in it, or missing, is a {@link Refusal}. */
function parse<T>(schema: z.ZodType<T>, body: unknown, sentence: string): T {
  const { data, success } = schema.safeParse(body);
  if (success) return data;
  throw new Refusal(400, sentence);
}
