import { CallError } from '../calls/call-error.ts';

/** Whether a sign-in was refused since the account asks for a code, or another one. */
export function asksForCode(error: unknown): error is CallError {
  return error instanceof CallError && error.code === 'second-factor';
}

/** Whether address, password and code were looked at and did not do: not when the server is away, or has one wait. */
export function isSignInRefused(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}

/** What a refusal says of one field of a form; undefined when it is about something else. */
export function findFieldFault(error: unknown, field: string): string | undefined {
  const faults = error instanceof CallError ? error.errors : [];
  return faults.find((fault) => fault.field === field)?.message;
}
