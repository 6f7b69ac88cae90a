import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { JournalBlockedError } from '../journal/journal.ts';
import { CUT_OFF, type Decoded, type ReadDecoder } from '../read-decoder.ts';
import type { ReadSink } from './read-sink.ts';

/** Readers post some hundred bytes a read, and after an outage several requests. */
const MOST_BODY_BYTES = 1_048_576;
const MOST_HEADER_BYTES = 8_192;
/** Requests of one connection that may wait for the journal: readers wait for each answer. */
const MOST_UNANSWERED = 64;
const MOST_BEGUN_BYTES = 16;
const REQUEST = /^[A-Z]{3,7} \//;
/** The beginning of what may become the first line of a request. */
const REQUEST_BEGUN = /^(?:[A-Z]{1,7}|[A-Z]{3,7} )$/;

/** Whether a connection begins with an HTTP request, as no line or frame does. The bytes stay in the socket. */
export async function beginsWithRequest(socket: Socket): Promise<boolean> {
  const held: Buffer[] = [];
  const ending = new AbortController();
  const onEnd = (): void => ending.abort();
  socket.on('error', onEnd).on('close', onEnd).on('end', onEnd);
  for (;;) {
    const chunk = socket.read() as Buffer | null;
    if (chunk) held.push(chunk);
    const begun = Buffer.concat(held).toString('latin1', 0, MOST_BEGUN_BYTES);
    const isOpen = begun === '' || REQUEST_BEGUN.test(begun);
    if (!isOpen || ending.signal.aborted) {
      if (held.length > 0 && !ending.signal.aborted) socket.unshift(Buffer.concat(held));
      return REQUEST.test(begun);
    }
    await once(socket, 'readable', { signal: ending.signal }).catch(() => undefined);
  }
}

export interface HttpReadsOptions {
  readonly socket: Socket;
  /** Its address, for the operator. */
  readonly name: string;
  readonly createDecoder: () => ReadDecoder;
  readonly sink: Pick<ReadSink, 'take'>;
  readonly onHeard: (decoded: Decoded) => void;
}

/**
 * Takes in the posts of one connection until it ends (SCANNER.md SN38). A request is answered 200 when all its reads are
 * on disk; anything else means: post it again. Rejects when the journal refuses, without an answer.
 */
export async function takeRequests(options: HttpReadsOptions): Promise<string> {
  const { socket } = options;
  let refusal: JournalBlockedError | undefined;
  let reason = '';
  const underWay = new Set<Promise<void>>();
  const server = createServer({ maxHeaderSize: MOST_HEADER_BYTES }, (request, response) => {
    if (underWay.size >= MOST_UNANSWERED) {
      // None of them was answered, so a real reader posts them again.
      reason = 'it waits for no answer';
      socket.destroy();
      return;
    }
    const taken = takeRequest(request, response, options)
      .catch((error: unknown) => {
        // The request was cut off, or the journal refuses: without an answer the reader posts again.
        if (error instanceof JournalBlockedError) refusal = error;
        socket.destroy();
      })
      .finally(() => underWay.delete(taken));
    underWay.add(taken);
  });
  // After Node's few seconds the connection would end just as a reader posts again.
  server.keepAliveTimeout = 0;
  server.on('clientError', () => socket.destroy());
  const ended = once(socket, 'close').catch(() => undefined);
  server.emit('connection', socket);
  if (!socket.closed) await ended;
  await Promise.all(underWay);
  if (refusal) throw refusal;
  return reason;
}

async function takeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { name, createDecoder, sink, onHeard }: HttpReadsOptions,
): Promise<void> {
  const answer = (status: number, body: object): void => {
    if (status !== 200) response.setHeader('connection', 'close');
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(`${JSON.stringify(body)}\n`);
  };
  if (request.method !== 'POST') {
    answer(405, { error: 'Post the reads: nothing can be fetched here.' });
    return;
  }
  // A web page must not send reads from a visitor's browser.
  if (request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined) {
    answer(403, { error: 'Reads are taken from readers, not from browsers.' });
    return;
  }
  const decoder = createDecoder();
  let bytes = 0;
  const counts = { reads: 0, bad: 0 };
  const take = async (decoded: Decoded): Promise<void> => {
    onHeard(decoded);
    await sink.take(decoded, name);
    counts.reads += decoded.reads.length;
    counts.bad += decoded.badLines.length;
  };
  // Unread input must not end the connection before the reader gets the reason.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MOST_BODY_BYTES) {
      answer(413, { error: `A request has ${MOST_BODY_BYTES} bytes at most: post it in several.` });
      return;
    }
    await take(decoder.push(chunk));
  }
  const last = decoder.end();
  await take(last);
  const isCut = last.badLines.some(({ reason }) => reason === CUT_OFF);
  if (isCut) answer(400, { error: 'The request is incomplete: post it again.' });
  else answer(200, counts);
}
