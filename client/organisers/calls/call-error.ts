import { parseJsonObject } from '#shared/model/json-object.ts';
import type { ErrorBody, ErrorCode } from '#shared/wire/auth-api.ts';
import type { FieldError } from '#shared/model/outcome.ts';
import { logOnce } from '../../live/log-once.ts';

export interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

/** False for an HTML page, such as a network's sign-in page: the server never answers a call with one. */
export function isFromServer({ type }: Answer): boolean {
  return !type?.startsWith('text/html');
}

export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = 'The server’s answer could not be read. Try again.';
    throw new CallError({ status: undefined, message, isExplained: false, cause });
  }
}

export function readRefusal({ status, text }: Answer): CallError {
  const body = parseErrorBody(text);
  // A 503 gives its reason; other server errors are internal.
  const isExplained = status < 500 || status === 503;
  if (body) return new CallError({ status, message: body.error, ...body, body, isExplained });
  const isSentence = text !== '' && !text.trimStart().startsWith('<');
  return new CallError({
    status,
    isExplained: isExplained && isSentence,
    message: isSentence ? text : `The server answered with an error (${status}). Try again.`,
  });
}

export function describeUnreachable(cause: unknown): CallError {
  return new CallError({
    status: undefined,
    message: 'The server cannot be reached. Check the network and try again.',
    cause,
  });
}

function parseErrorBody(text: string): ErrorBody | undefined {
  const body = parseJsonObject(text);
  return typeof body?.['error'] === 'string' ? (body as unknown as ErrorBody) : undefined;
}

export interface CallErrorParts {
  /** Undefined without an answer, when the server cannot be reached. */
  readonly status: number | undefined;
  readonly message: string;
  readonly code?: ErrorCode | undefined;
  readonly errors?: readonly FieldError[] | undefined;
  readonly body?: object | undefined;
  /** Whether the message gives a reason; true by default. */
  readonly isExplained?: boolean;
  readonly cause?: unknown;
}

/** A failed call; its message can be shown. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number | undefined;
  readonly code: ErrorCode | undefined;
  readonly errors: readonly FieldError[];
  readonly body: object;
  readonly isExplained: boolean;

  constructor(parts: CallErrorParts) {
    const { status, message, code, errors = [], body = {}, isExplained = true, cause } = parts;
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.body = body;
    this.isExplained = isExplained;
  }
}

/** The browser's own errors, whose messages are written for programmers. */
const BROWSER_ERRORS = [DOMException, TypeError, RangeError, ReferenceError, SyntaxError];

export function messageOf(error: unknown): string {
  if (BROWSER_ERRORS.some((kind) => error instanceof kind)) {
    logOnce('something failed in the browser', error);
    return 'Something failed in this browser. Reload the page and try again.';
  }
  return error instanceof Error ? error.message : String(error);
}
