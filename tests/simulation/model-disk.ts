import { Readable, Writable } from 'node:stream';

import type { Process, World } from './world.ts';

/** A file: what the system was given of it, and how much of that is on the disk for good. */
interface ModelFile {
  bytes: Buffer;
  synced: Buffer;
  readonly ino: number;
}

/** How long the disk takes for what it says is done. */
const WRITE_MS = [0, 1] as const;
const SYNC_MS = [0, 8] as const;

/**
 * The disks of all machines, by paths that begin with the name of the machine. A crash leaves what was synced, and of
 * what was only written as much as chance wants: a torn last line is usual.
 */
export class ModelDisk {
  readonly #world: World;
  readonly #files = new Map<string, ModelFile>();
  #made = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** What Node offers of a disk, as far as the journal uses it. */
  get calls() {
    return {
      open: (path: string, flags: string) => this.#open(path, flags),
      mkdir: () => Promise.resolve(undefined),
      rename: (from: string, to: string) => {
        this.#files.set(to, this.#find(from));
        this.#files.delete(from);
        return Promise.resolve();
      },
      stat: (path: string) => {
        const file = this.#files.get(path);
        if (!file) return Promise.reject(missing(path));
        return Promise.resolve({ ino: file.ino, dev: 1 });
      },
      readdir: (path: string) =>
        Promise.resolve(
          [...this.#files.keys()]
            .filter((one) => one.startsWith(path))
            .map((one) => one.slice(path.length + 1)),
        ),
    };
  }

  get streams() {
    return {
      createReadStream: (path: string, { start = 0 }: { readonly start?: number } = {}) =>
        Readable.from([Buffer.from(this.#find(path).bytes.subarray(start))]),
      // A damaged tail is set aside for people: nobody reads it here.
      createWriteStream: () => new Writable({ write: (_chunk, _encoding, done) => done() }),
    };
  }

  /** The machine of this name loses its power, or the process its life: the two are made no difference of. */
  crash(machine: string): void {
    for (const [path, file] of this.#files) {
      if (!path.startsWith(machine)) continue;
      const from = file.synced.length;
      const kept = this.#world.random.int(0, Math.max(0, file.bytes.length - from));
      file.bytes = Buffer.concat([file.synced, file.bytes.subarray(from, from + kept)]);
      file.synced = file.bytes;
    }
  }

  #find(path: string): ModelFile {
    const file = this.#files.get(path);
    if (!file) throw missing(path);
    return file;
  }

  async #open(path: string, flags: string) {
    const isNew = flags.startsWith('w');
    if (isNew) {
      this.#made += 1;
      this.#files.set(path, { bytes: Buffer.alloc(0), synced: Buffer.alloc(0), ino: this.#made });
    }
    // A folder is opened to sync it, and has no bytes.
    const file = this.#files.get(path) ?? {
      bytes: Buffer.alloc(0),
      synced: Buffer.alloc(0),
      ino: 0,
    };
    const process = this.#world.current;
    const sync = async (): Promise<void> => {
      const { bytes } = file;
      await this.#take(process, SYNC_MS);
      file.synced = bytes;
    };
    return {
      read: (into: Buffer, offset: number, length: number, at: number) =>
        Promise.resolve({ bytesRead: file.bytes.copy(into, offset, at, at + length) }),
      write: async (given: Buffer, from: number, length: number, at: number) => {
        await this.#take(process, WRITE_MS);
        file.bytes = Buffer.concat([
          file.bytes.subarray(0, at),
          given.subarray(from, from + length),
        ]);
        return { bytesWritten: length };
      },
      stat: () => Promise.resolve({ ino: file.ino, dev: 1, size: file.bytes.length }),
      truncate: (length: number) => {
        file.bytes = file.bytes.subarray(0, length);
        return Promise.resolve();
      },
      datasync: sync,
      sync,
      close: () => Promise.resolve(),
    };
  }

  #take(process: Process, [least, most]: readonly [number, number]): Promise<void> {
    return new Promise((resolve) =>
      this.#world.after(process, this.#world.random.int(least, most), resolve),
    );
  }
}

function missing(path: string): Error {
  return Object.assign(new Error(`ENOENT ${path}`), { code: 'ENOENT' });
}
