import { AUTH_HEADER } from '#shared/wire/admin-api.ts';

import { describeUnreachable, readRefusal } from './read-answer.ts';
import type { CallError } from './call-error.ts';

/** How long an answer may take; uploads have their own measure. */
const TIMEOUT_MS = 20_000;

export interface CallsOptions {
  /** Where the server is, unless the page is from there. */
  readonly origin?: string | undefined;
  /** The token to send; `isFresh` asks for one that was not refused before. */
  readonly findToken: (isFresh: boolean) => Promise<string | undefined>;
  /** Is told of every refusal and the token that was sent, to end the session when it is over. */
  readonly onRefusal: (error: CallError, token: string | undefined) => void;
}

export interface Upload {
  readonly path: string;
  /** The form's fields: texts and files. */
  readonly form: FormData;
  /** From 0 to 1, as much as has left the browser. */
  readonly onProgress: (share: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * The organisers' calls. Each carries the token; a success resolves, all else
 * rejects with a {@link CallError} whose message can be shown.
 */
export class Calls {
  readonly #options: CallsOptions;

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /** Reads JSON. The caller knows what shape the address gives: page and server are of one build. */
  async get<T>(path: string): Promise<T> {
    return (await (await this.fetch(path, {})).json()) as T;
  }

  /** Sends JSON and reads JSON. */
  async send<T>(method: 'POST' | 'PUT', path: string, body?: unknown): Promise<T> {
    const init: RequestInit = { method };
    if (body !== undefined) {
      init.headers = { 'Content-Type': 'application/json' };
      init.body = JSON.stringify(body);
    }
    const text = await (await this.fetch(path, init)).text();
    return (isJson(text) ? JSON.parse(text) : text) as T;
  }

  /** One request, once more with a fresh token when the first is refused. */
  async fetch(path: string, init: RequestInit): Promise<Response> {
    let token = await this.#options.findToken(false);
    const url = this.#locate(path);
    let response = await fetchOnce(url, init, token);
    if (response.status === 401) {
      const refused = token;
      token = await this.#options.findToken(true);
      if (token !== refused) response = await fetchOnce(url, init, token);
    }
    if (response.ok) return response;
    throw this.#refuse(response.status, await response.text(), token);
  }

  /** Sends files and resolves with the text of the answer. The browser tells of progress only this way. */
  async upload({ path, form, onProgress, signal }: Upload): Promise<string> {
    const token = await this.#options.findToken(false);
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', this.#locate(path));
      if (token !== undefined) request.setRequestHeader(AUTH_HEADER, token);
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable) onProgress(total === 0 ? 1 : loaded / total);
      });
      request.addEventListener('load', () => {
        const { status, responseText } = request;
        if (status >= 200 && status < 300) resolve(responseText);
        else reject(this.#refuse(status, responseText, token));
      });
      request.addEventListener('error', () => reject(describeUnreachable(undefined)));
      request.addEventListener('abort', () => reject(describeUnreachable(signal?.reason)));
      signal?.addEventListener('abort', () => request.abort());
      request.send(form);
    });
  }

  #locate(path: string): string {
    return (this.#options.origin ?? '') + path;
  }

  #refuse(status: number, text: string, token: string | undefined): CallError {
    const error = readRefusal(status, text);
    this.#options.onRefusal(error, token);
    return error;
  }
}

async function fetchOnce(
  url: string,
  init: RequestInit,
  token: string | undefined,
): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set(AUTH_HEADER, token);
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return await fetch(url, { cache: 'no-cache', signal, ...init, headers });
  } catch (error) {
    throw describeUnreachable(error);
  }
}

function isJson(text: string): boolean {
  return text.startsWith('{') || text.startsWith('[');
}
