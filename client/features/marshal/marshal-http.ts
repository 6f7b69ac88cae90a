import { parseJson } from '#shared/model/json-object.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import type { ErrorBody } from '#shared/wire/auth-api.ts';
import { SERVER_TIME_HEADER } from '#shared/wire/http-api.ts';

const TIMEOUT_MS: DurationMs = 15_000;

export type MarshalAnswer<Body> =
  | { readonly kind: 'answered'; readonly body: Body; readonly tag: string | undefined }
  /** The body of the sent tag is still current. */
  | { readonly kind: 'unchanged'; readonly serverMs: EpochMs }
  /** The pass is no longer valid. */
  | { readonly kind: 'ended' }
  /** The server will never accept the call. */
  | { readonly kind: 'refused'; readonly why: string }
  /** To be tried again. */
  | { readonly kind: 'failed'; readonly problem: 'no-signal' | 'server' };

/** Makes a call with a pass; never rejects. An answer of another form than `isBody` fails. */
export async function callMarshal<Body>(
  path: string,
  pass: string,
  isBody: (answer: unknown) => answer is Body,
  { tag, body }: { readonly tag?: string | undefined; readonly body?: unknown },
): Promise<MarshalAnswer<Body>> {
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
  // Undefined for an answer from elsewhere, such as a network's sign-in page.
  const answer = parseJson(text);
  if (response.ok && isBody(answer)) {
    return { kind: 'answered', body: answer, tag: response.headers.get('ETag') ?? undefined };
  }
  if (status === 400 || status === 413 || status === 422) {
    const { error } = (answer ?? {}) as Partial<ErrorBody>;
    if (typeof error === 'string') return { kind: 'refused', why: error };
  }
  return { kind: 'failed', problem: 'server' };
}
