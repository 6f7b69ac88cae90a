import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { CACHE_DIR } from '#server/bootstrap/launcher.mjs';
import { compileC, CompilerError } from '#tests/support/compile-c.ts';

import { cutTail, type Loss, type OnDisk, readNotes } from './power-cut.ts';

/** Compiles the library that is laid over the processes of a disk; throws a {@link CompilerError} where there can be none. */
export function compilePowerCut(): Promise<string> {
  if (process.platform !== 'linux') throw new CompilerError('Disks lose power on Linux alone.');
  const source = join(import.meta.dirname, 'power-cut.c');
  return compileC(source, join(CACHE_DIR, 'faults'), ['-std=gnu11', '-shared', '-fPIC']);
}

/** A folder that loses what was not synced when its power is cut, and may have no room. */
export class RaceDisk {
  readonly root: string;
  /** For the processes that work on it. */
  readonly env: Readonly<Record<string, string>>;
  readonly #kept: string;
  readonly #notes: string;
  readonly #full: string;
  readonly #lies: string;

  constructor(folder: string, library: string) {
    const place = (name: string): string => join(folder, name);
    mkdirSync(place('disk'), { recursive: true });
    mkdirSync(place('kept'));
    this.root = realpathSync(place('disk'));
    this.#kept = place('kept');
    this.#notes = place('notes');
    this.#full = place('full');
    this.#lies = place('lies');
    writeFileSync(this.#notes, '');
    this.env = {
      LD_PRELOAD: library,
      DISK_ROOT: this.root,
      DISK_NOTES: this.#notes,
      DISK_KEPT: this.#kept,
      DISK_FULL: this.#full,
      DISK_LIES: this.#lies,
      UV_USE_IO_URING: '0',
    };
  }

  fill(): void {
    writeFileSync(this.#full, '');
  }

  makeRoom(): void {
    rmSync(this.#full, { force: true });
  }

  /** From now on it says that something is synced, and it is not. */
  lie(): void {
    writeFileSync(this.#lies, '');
  }

  /** Call it when all its processes have been killed. */
  losePower(loss: Loss): void {
    const onDisk = readNotes(readFileSync(this.#notes, 'utf8'));
    if (loss === 'all') {
      for (const { path, inode, isFolder } of listAll(this.root)) {
        const kept = join(this.#kept, String(inode));
        if (!isFolder && !existsSync(kept)) linkSync(path, kept);
      }
      this.#restoreNames(this.root, onDisk);
    }
    for (const { path, inode, isFolder } of listAll(this.root)) {
      if (isFolder) continue;
      const bytes = readFileSync(path);
      const left = cutTail(bytes, onDisk.sizes.get(inode) ?? 0, loss);
      if (!left.equals(bytes)) writeFileSync(path, left);
    }
    this.#noteAll();
  }

  #restoreNames(folder: string, onDisk: OnDisk): void {
    const names = onDisk.names.get(inodeOf(folder)) ?? new Map<string, number>();
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (names.get(name) !== inodeOf(path)) rmSync(path, { recursive: true });
    }
    for (const [name, inode] of names) {
      const path = join(folder, name);
      if (!existsSync(path)) linkSync(join(this.#kept, String(inode)), path);
      else if (lstatSync(path).isDirectory()) this.#restoreNames(path, onDisk);
    }
  }

  /** What is left is on disk. */
  #noteAll(): void {
    rmSync(this.#kept, { recursive: true });
    mkdirSync(this.#kept);
    const all = listAll(this.root);
    const made = all.map(({ folder, inode, name }) => `n ${folder} ${inode} ${name}\n`);
    const folders = [
      inodeOf(this.root),
      ...all.filter((one) => one.isFolder).map((one) => one.inode),
    ];
    const sizes = all.map(({ inode, size }) => `s ${inode} ${size}\n`);
    const synced = folders.map((inode) => `d ${inode} 0\n`);
    writeFileSync(this.#notes, [...made, ...sizes, ...synced].join(''));
  }
}

interface Listed {
  readonly path: string;
  readonly name: string;
  readonly inode: number;
  /** The inode of the folder it is in. */
  readonly folder: number;
  readonly isFolder: boolean;
  readonly size: number;
}

/** Everything in a folder, each folder before what is in it. */
function listAll(folder: string): readonly Listed[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stats = lstatSync(path);
    // No power cut changes what a socket says.
    if (stats.isSocket()) return [];
    const isFolder = stats.isDirectory();
    const { ino: inode, size } = stats;
    const one = { path, name, inode, folder: inodeOf(folder), isFolder, size };
    return isFolder ? [one].concat(listAll(path)) : [one];
  });
}

function inodeOf(path: string): number {
  return lstatSync(path).ino;
}
