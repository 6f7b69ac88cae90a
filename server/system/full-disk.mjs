import { fstatSync, writeSync } from 'node:fs';

/**
 * Drops output that cannot be written, to a file on a full disk or a pipe without a reader. Node would end the process at
 * the next line.
 */
export function surviveFullDisk() {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => undefined);
    const output = fstatSync(stream.fd);
    if (stream.isTTY || !(output.isFile() || output.isCharacterDevice())) continue;
    stream.write = (
      /** @type {string | Uint8Array} */ chunk,
      /** @type {unknown} */ encoding,
      /** @type {unknown} */ done = encoding,
    ) => {
      try {
        let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        while (rest.length > 0) rest = rest.subarray(writeSync(stream.fd, rest));
      } catch {
        // Dropped: it cannot be reported either.
      }
      if (typeof done === 'function') process.nextTick(done);
      return true;
    };
  }
}
