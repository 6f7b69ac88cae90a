import { parseJson } from '#shared/model/json-object.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import type { ErrorBody } from '#shared/wire/auth-api.ts';
import { SERVER_TIME_HEADER } from '#shared/wire/http-api.ts';

const TIMEOUT_MS: DurationMs = 15_000;

/** The outcome of a call of a marshal's phone. */
export type MarshalAnswer =
  | { readonly kind: 'answered'; readonly body: unknown; readonly tag: string | undefined }
  /** The body is the one of the tag that was sent; the server's clock by now. */
  | { readonly kind: 'unchanged'; readonly serverMs: EpochMs }
  /** The pass counts no more. */
  | { readonly kind: 'ended' }
  /** The server takes nothing like it, and says why. */
  | { readonly kind: 'refused'; readonly why: string }
  /** To be tried again: `no-signal`, or a server that cannot at present. */
  | { readonly kind: 'failed'; readonly problem: 'no-signal' | 'server' };

/** One call under a pass; nothing rejects. */
export async function callMarshal(
  path: string,
  pass: string,
  { tag, body }: { readonly tag?: string | undefined; readonly body?: unknown } = {},
): Promise<MarshalAnswer> {
  const headers = new Headers({ Authorization: `Bearer ${pass}` });
  if (tag !== undefined) headers.set('If-None-Match', tag);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch {
    return { kind: 'failed', problem: 'no-signal' };
  }
  const { status } = response;
  if (status === 304) {
    return { kind: 'unchanged', serverMs: Number(response.headers.get(SERVER_TIME_HEADER)) };
  }
  if (status === 401) return { kind: 'ended' };
  // Undefined where something in between answered, as the sign-in page of a network.
  const answer = parseJson(text);
  if (response.ok && answer !== undefined) {
    return { kind: 'answered', body: answer, tag: response.headers.get('ETag') ?? undefined };
  }
  if (status === 400 || status === 413 || status === 422) {
    const { error } = (answer ?? {}) as Partial<ErrorBody>;
    if (typeof error === 'string') return { kind: 'refused', why: error };
  }
  return { kind: 'failed', problem: 'server' };
}
