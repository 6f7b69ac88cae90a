import type { OrganiserRecord } from '#server/store/organiser-records.ts';
import type { OrganiserEntry, OrganiserReply } from '#shared/wire/auth-api.ts';

export type OrganiserProblem =
  | 'bad-email'
  | 'bad-password'
  | 'exists'
  | 'unknown'
  /** Admins cannot take their own rights away, so there is always one left. */
  | 'self'
  /** The manager lost the right meanwhile. */
  | 'no-right'
  /** Firebase keeps the passwords. */
  | 'elsewhere';

export type OrganiserOutcome =
  | { readonly ok: true; readonly organiser: OrganiserReply }
  | { readonly ok: false; readonly problem: OrganiserProblem; readonly message: string };

/** An account as the managers see it; without secrets. */
export function presentEntry(record: OrganiserRecord): OrganiserEntry {
  const { email, role, disabled, mustChangePassword, createdAt } = record;
  return { email, role, disabled, mustChangePassword, createdAt: createdAt || null };
}

export function accept(record: OrganiserRecord): OrganiserOutcome {
  return { ok: true, organiser: presentEntry(record) };
}

export function refuse(problem: OrganiserProblem, message: string): OrganiserOutcome {
  return { ok: false, problem, message };
}
