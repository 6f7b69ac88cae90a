import type { ErrorCode, FieldError } from '#shared/wire/admin-api.ts';

import { logOnce } from '../../live/log-once.ts';

export interface CallErrorParts {
  /** Undefined when no answer came: the server cannot be reached. */
  readonly status: number | undefined;
  /** What stood in the answer, for people to read. */
  readonly message: string;
  readonly code?: ErrorCode | undefined;
  readonly errors?: readonly FieldError[] | undefined;
  readonly cause?: unknown;
}

/** A call that did not succeed; its message is fit to be shown. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number | undefined;
  readonly code: ErrorCode | undefined;
  readonly errors: readonly FieldError[];

  constructor({ status, message, code, errors = [], cause }: CallErrorParts) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** What the browser itself throws, in words that are for programmers. */
const BROWSER_ERRORS = [DOMException, TypeError, RangeError, ReferenceError, SyntaxError];

/** What to tell people about anything that was thrown. */
export function messageOf(error: unknown): string {
  if (BROWSER_ERRORS.some((kind) => error instanceof kind)) {
    logOnce('something failed in the browser', error);
    return 'Something failed in this browser. Reload the page and try again.';
  }
  return error instanceof Error ? error.message : String(error);
}
