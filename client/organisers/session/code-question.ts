import { CallError } from '../calls/call-error.ts';

/** Whether a sign-in was refused because the account asks for a code, or for another one. */
export function asksForCode(error: unknown): error is CallError {
  return error instanceof CallError && error.code === 'second-factor';
}

/** Whether address, password and code were checked and refused; not when the server is unreachable, or asks to wait. */
export function isSignInRefused(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}

/** The message of a refusal about one field of a form; undefined when it is about something else. */
export function findFieldFault(error: unknown, field: string): string | undefined {
  const faults = error instanceof CallError ? error.errors : [];
  return faults.find((fault) => fault.field === field)?.message;
}
