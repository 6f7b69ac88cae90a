import { fstatSync, writeSync } from 'node:fs';

/**
 * Lets this process go on when its output is a file on a full disk, or a pipe that nobody reads any more: what cannot be
 * written is dropped. Node would end the process at the next line.
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
        // There is nowhere left to say it.
      }
      if (typeof done === 'function') process.nextTick(done);
      return true;
    };
  }
}
