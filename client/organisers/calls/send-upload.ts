import { AUTH_HEADER } from '#shared/wire/auth-api.ts';
import {
  type Answer,
  describeCancelled,
  describeStalled,
  describeUnreachable,
} from './call-error.ts';

/** How long nothing may move, on the way to the server, at work there, or on the way back. */
const STALL_MS = 60_000;

export interface Upload {
  readonly path: string;
  /** The form's fields: texts and files. */
  readonly form: FormData;
  /** From 0 to 1, as much as has left the browser. */
  readonly onProgress: (share: number) => void;
  /** Calls the upload off; what the server has in full it may still take. */
  readonly signal?: AbortSignal;
}

/** Sends files once; rejects when no answer comes. The browser tells of progress only this way. */
export function sendUpload(
  url: string,
  { form, onProgress, signal }: Upload,
  token: string | undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    if (token !== undefined) request.setRequestHeader(AUTH_HEADER, token);

    let stall: ReturnType<typeof setTimeout>;
    const noteMove = (): void => {
      clearTimeout(stall);
      stall = setTimeout(() => {
        reject(describeStalled());
        request.abort();
      }, STALL_MS);
    };
    const cancel = (): void => {
      reject(describeCancelled(signal?.reason));
      request.abort();
    };
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      noteMove();
      if (lengthComputable) onProgress(total === 0 ? 1 : loaded / total);
    });
    request.addEventListener('progress', noteMove);
    request.addEventListener('load', () => {
      const { status, responseText: text } = request;
      resolve({ status, text, type: request.getResponseHeader('content-type') });
    });
    request.addEventListener('error', () => {
      reject(describeUnreachable(undefined));
    });
    request.addEventListener('loadend', () => {
      clearTimeout(stall);
      signal?.removeEventListener('abort', cancel);
    });
    signal?.addEventListener('abort', cancel);
    request.send(form);
    noteMove();
  });
}
