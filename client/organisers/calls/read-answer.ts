import type { ErrorBody } from '#shared/wire/admin-api.ts';

import { CallError } from './call-error.ts';

/** Reads an answer that is no success: the sentence of the server, or one for its status. */
export function readRefusal(status: number, text: string): CallError {
  const body = parseErrorBody(text);
  if (body) return new CallError({ status, message: body.error, ...body });
  const isSentence = text !== '' && !text.trimStart().startsWith('<');
  return new CallError({
    status,
    message: isSentence ? text : `The server answered with an error (${status}). Try again.`,
  });
}

/** The error for a call without an answer. */
export function describeUnreachable(cause: unknown): CallError {
  return new CallError({
    status: undefined,
    message: 'The server cannot be reached. Check the network and try again.',
    cause,
  });
}

function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const isError = typeof body === 'object' && body !== null && 'error' in body;
    return isError && typeof body.error === 'string' ? (body as ErrorBody) : undefined;
  } catch {
    // A text answer is read as it is.
    return undefined;
  }
}
