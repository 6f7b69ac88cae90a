import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';

import { codeOf } from '#server/system/errors.mjs';

import type { ReadDecoder } from '../read-decoder.ts';
import type { InputPosition, ReadSink, ReadInput } from './read-sink.ts';

/** Reads a file from its first byte to its last, as fast as the journal takes it. */
export class FileInput implements ReadInput {
  readonly #path: string;
  readonly #decoder: ReadDecoder;
  readonly #sink: ReadSink;
  #stream: ReadStream | undefined;
  #size = 0;

  constructor(path: string, decoder: ReadDecoder, sink: ReadSink) {
    this.#path = path;
    this.#decoder = decoder;
    this.#sink = sink;
  }

  get position(): InputPosition | undefined {
    return this.#size > 0 ? { done: this.#stream?.bytesRead ?? 0, total: this.#size } : undefined;
  }

  async run(stop: AbortSignal): Promise<boolean> {
    const info = await stat(this.#path);
    this.#size = info.isFile() ? info.size : 0;
    this.#stream = createReadStream(this.#path);
    return takeStream(this.#stream, basename(this.#path), this.#decoder, this.#sink, stop);
  }
}

/** Reads standard input: a pipe, a file or a keyboard. */
export class StdinInput implements ReadInput {
  readonly position = undefined;
  readonly #stream: Readable;
  readonly #decoder: ReadDecoder;
  readonly #sink: ReadSink;

  constructor(stream: Readable, decoder: ReadDecoder, sink: ReadSink) {
    this.#stream = stream;
    this.#decoder = decoder;
    this.#sink = sink;
  }

  async run(stop: AbortSignal): Promise<boolean> {
    const name = 'standard input';
    const isWhole = await takeStream(this.#stream, name, this.#decoder, this.#sink, stop);
    // A live input has no end of its own: a stop counts as one.
    if (!isWhole) await this.#sink.take(this.#decoder.cutOff(), name);
    return true;
  }
}

/** Returns whether the stream reached its end. Reads the next piece only when the one before is on disk. */
async function takeStream(
  stream: Readable,
  name: string,
  decoder: ReadDecoder,
  sink: ReadSink,
  stop: AbortSignal,
): Promise<boolean> {
  const onStop = (): void => void stream.destroy();
  stop.addEventListener('abort', onStop);
  if (stop.aborted) onStop();
  try {
    for await (const chunk of stream) await sink.take(decoder.push(chunk as Buffer), name);
  } catch (error) {
    if (!stop.aborted || codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    stop.removeEventListener('abort', onStop);
  }
  if (stop.aborted) return false;
  await sink.take(decoder.end(), name);
  return true;
}
