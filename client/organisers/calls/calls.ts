import { AUTH_HEADER, USE_HEADER } from '#shared/wire/auth-api.ts';
import { ServerClock } from '../../live/server-clock.ts';
import {
  type Answer,
  type CallError,
  describeUnreachable,
  isFromServer,
  parseAnswer,
  readRefusal,
} from './call-error.ts';

/** The longest wait for an answer. */
const TIMEOUT_MS = 20_000;
/** 20 MB at 0.6 Mbit/s. */
const UPLOAD_TIMEOUT_MS = 300_000;

export interface CallsOptions {
  readonly origin?: string | undefined;
  /** The token to send; without one the browser sends the session cookie. */
  readonly findToken: () => Promise<string | undefined>;
  /** The person in whose name a call is sent. */
  readonly findSender?: () => string | undefined;
  /** Called for each refusal, to end an expired session; resolves to whether to send the call again. */
  readonly onRefusal: (error: CallError, sender: string | undefined) => Promise<boolean>;
}

/** Marks an automatic call, which does not keep an unattended laptop signed in. */
export const NO_USE = { [USE_HEADER]: 'no' } as const;

interface FetchedAnswer extends Answer {
  readonly headers: Headers;
  /** The body, which `text` has too. */
  readonly bytes: ArrayBuffer;
}

/**
 * The organisers' calls.
 *
 * 1. Each call carries the token of the session, if it has one.
 * 2. A refusal may end the session; if it continues, the call is sent once more.
 * 3. A success resolves. Anything else rejects with a {@link CallError}, whose message can be shown.
 */
export class Calls {
  /** Estimated from all answers that carry the server's time. */
  readonly serverClock = new ServerClock();
  readonly #options: CallsOptions;

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /** Fetches JSON. Its type is not checked: page and server are of one build. */
  async get<T>(path: string, headers: HeadersInit = {}): Promise<T> {
    const { text } = await this.#request(path, { headers });
    return parseAnswer(text) as T;
  }

  /** Sends and receives JSON; undefined for an answer without a body. */
  async send<T>(method: 'POST' | 'PUT', path: string, body?: unknown): Promise<T> {
    const init: RequestInit = { method };
    if (body !== undefined) {
      init.headers = { 'Content-Type': 'application/json' };
      init.body = JSON.stringify(body);
    }
    const { text } = await this.#request(path, init);
    return (text === '' ? undefined : parseAnswer(text)) as T;
  }

  async download(path: string): Promise<Blob> {
    const { bytes, type } = await this.#request(path, {});
    return new Blob([bytes], { type: type ?? '' });
  }

  /** For callers who need the headers of the answer; its body has been read in full. */
  async fetch(path: string, init: RequestInit): Promise<Response> {
    const { status, headers, text } = await this.#request(path, init);
    return new Response(text === '' ? null : text, { status, headers });
  }

  async upload({ path, form, signal }: Upload): Promise<string> {
    const { text } = await this.#request(path, {
      method: 'POST',
      body: form,
      signal: signal ?? null,
    });
    return text;
  }

  async #request(path: string, init: RequestInit, isRepeated = false): Promise<FetchedAnswer> {
    const { origin = '', findToken, findSender, onRefusal } = this.#options;
    const sender = findSender?.();
    const answer = await fetchAnswer(origin + path, init, await findToken());
    if (answer.status >= 200 && answer.status < 300) {
      if (isFromServer(answer)) return answer;
      throw describeUnreachable(undefined);
    }
    const error = readRefusal(answer);
    if (isRepeated || !(await onRefusal(error, sender))) throw error;
    return this.#request(path, init, true);
  }
}

async function fetchAnswer(
  url: string,
  init: RequestInit,
  token: string | undefined,
): Promise<FetchedAnswer> {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set(AUTH_HEADER, token);
  try {
    const timeout = AbortSignal.timeout(
      init.body instanceof FormData ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS,
    );
    const signal = init.signal ? AbortSignal.any([timeout, init.signal]) : timeout;
    const response = await fetch(url, { cache: 'no-cache', ...init, signal, headers });
    // Inside the try: the network can also fail in the middle of the body.
    // Not as a blob, whose contents browsers' developer tools do not show.
    const bytes = await response.arrayBuffer();
    const type = response.headers.get('content-type');
    return {
      status: response.status,
      type,
      headers: response.headers,
      bytes,
      text: new TextDecoder().decode(bytes),
    };
  } catch (error) {
    throw describeUnreachable(error);
  }
}

interface Upload {
  readonly path: string;
  readonly form: FormData;
  /** Cancels the upload; a file already received in full may still be accepted. */
  readonly signal?: AbortSignal;
}
