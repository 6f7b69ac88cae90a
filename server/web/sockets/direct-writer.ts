import type { Socket as Stream } from 'node:net';

/** What a stream of Node writes to: its public surface ends above it. */
export interface Handle {
  /** The bytes that the system has not taken. */
  readonly writeQueueSize: number;
  /** Returns 0, or the number of an error of the system. */
  writeBuffer: (request: WriteRequest, bytes: Buffer) => number;
}

/** Stands for a write that the system does not take at once; any other leaves it as it was. */
interface WriteRequest {
  oncomplete?: (status: number) => void;
  /** Kept alive until it is written. */
  buffer?: Buffer;
}

/** The handle of a plain TCP stream that is open, and of the shape that is known. */
export function findHandle(stream: Stream): Handle | undefined {
  const { _handle: handle } = stream as unknown as { readonly _handle?: Partial<Handle> | null };
  const isKnown =
    handle?.constructor.name === 'TCP' &&
    typeof handle.writeBuffer === 'function' &&
    typeof handle.writeQueueSize === 'number';
  return isKnown ? (handle as Handle) : undefined;
}

/** The bytes under a stream that the system has not taken. */
export function countQueuedBytes(stream: Stream): number {
  return findHandle(stream)?.writeQueueSize ?? 0;
}

/**
 * Writes to the handle under a stream on which nothing waits. The stream itself makes three objects
 * for each write, and all of them live until a push has gone to everybody: a fifth of what it costs.
 * Here one request serves every write that the system takes at once. One that it does not take goes
 * its own way with what waits.
 *
 * Node keeps the class of these requests to itself. The first write goes through the stream, and
 * shows it.
 */
export class DirectWriter {
  #Request: (new () => WriteRequest) | undefined;
  #request: WriteRequest | undefined;

  write(stream: Stream, handle: Handle, bytes: Buffer): void {
    if (!this.#Request) {
      this.#learn(stream, handle, bytes);
      return;
    }
    const request = (this.#request ??= new this.#Request());
    if (handle.writeBuffer(request, bytes) !== 0) stream.destroy();
    else if (handle.writeQueueSize > 0) {
      this.#request = undefined;
      request.buffer = bytes;
      request.oncomplete = (status) => {
        if (status < 0) stream.destroy();
      };
    }
  }

  /** Writes through the stream, and looks at the request that it makes for that. */
  #learn(stream: Stream, handle: Handle, bytes: Buffer): void {
    const { writeBuffer } = handle;
    handle.writeBuffer = (request, written) => {
      this.#Request = request.constructor as new () => WriteRequest;
      return writeBuffer.call(handle, request, written);
    };
    stream.write(bytes);
    // The method of the class again, which the one above hid.
    Reflect.deleteProperty(handle, 'writeBuffer');
  }
}
