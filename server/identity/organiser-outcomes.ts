import type { OrganiserRecord } from '#server/store/organiser-records.ts';
import { err, ok, type Result } from '#shared/model/outcome.ts';
import type { OrganiserEntry, OrganiserReply } from '#shared/wire/auth-api.ts';

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
export function presentEntry(record: OrganiserRecord): OrganiserEntry {
  const { email, role, disabled, mustChangePassword, createdAt } = record;
  const entry = { email, role, disabled, mustChangePassword, createdAt: createdAt || null };
  return record.secondFactor ? { ...entry, asksForCode: true } : entry;
}

export function accept(record: OrganiserRecord): OrganiserOutcome {
  return ok(presentEntry(record));
}

export function refuse(problem: OrganiserProblem, message: string): OrganiserOutcome {
  return err({ problem, message });
}
