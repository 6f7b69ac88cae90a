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

/** Compiles the library preloaded into the processes of a disk. @throws {CompilerError} */
export function compilePowerCut(): Promise<string> {
  if (process.platform !== 'linux') throw new CompilerError('Faults of disks need Linux.');
  const source = join(import.meta.dirname, 'power-cut.c');
  return compileC(source, join(CACHE_DIR, 'faults'), ['-std=gnu11', '-shared', '-fPIC']);
}

/** A simulated disk: a folder that can lose unsynced data, and can be full. */
export class RaceDisk {
  readonly root: string;
  /** The environment of its processes. */
  readonly env: Readonly<Record<string, string>>;
  readonly #folder: string;

  constructor(folder: string, library: string) {
    this.#folder = folder;
    mkdirSync(this.#place('disk'), { recursive: true });
    mkdirSync(this.#place('kept'));
    writeFileSync(this.#place('notes'), '');
    this.root = realpathSync(this.#place('disk'));
    this.env = {
      LD_PRELOAD: library,
      DISK_ROOT: this.root,
      DISK_NOTES: this.#place('notes'),
      DISK_KEPT: this.#place('kept'),
      DISK_FULL: this.#place('full'),
      UV_USE_IO_URING: '0',
    };
  }

  fill(): void {
    writeFileSync(this.#place('full'), '');
  }

  makeRoom(): void {
    rmSync(this.#place('full'), { force: true });
  }

  /** All its processes must have ended. */
  losePower(loss: Loss): void {
    const onDisk = readNotes(readFileSync(this.#place('notes'), 'utf8'));
    if (loss === 'all') {
      for (const { path, inode, isFolder } of listAll(this.root)) {
        const kept = join(this.#place('kept'), String(inode));
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

  #place(name: 'disk' | 'kept' | 'notes' | 'full'): string {
    return join(this.#folder, name);
  }

  #restoreNames(folder: string, onDisk: OnDisk): void {
    const names = onDisk.names.get(inodeOf(folder)) ?? new Map<string, number>();
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (names.get(name) !== inodeOf(path)) rmSync(path, { recursive: true });
    }
    for (const [name, inode] of names) {
      const path = join(folder, name);
      if (!existsSync(path)) linkSync(join(this.#place('kept'), String(inode)), path);
      else if (lstatSync(path).isDirectory()) this.#restoreNames(path, onDisk);
    }
  }

  /** Notes the present state as synced. */
  #noteAll(): void {
    rmSync(this.#place('kept'), { recursive: true });
    mkdirSync(this.#place('kept'));
    const all = listAll(this.root);
    const made = all.map(({ folder, inode, name }) => `n ${folder} ${inode} ${name}\n`);
    const sizes = all.map(({ inode, size }) => `s ${inode} ${size}\n`);
    const folders = [this.root, ...all.filter((one) => one.isFolder).map(({ path }) => path)];
    const synced = folders.map((path) => `d ${inodeOf(path)} 0\n`);
    writeFileSync(this.#place('notes'), [...made, ...sizes, ...synced].join(''));
  }
}

/** All files and folders below a folder, each folder before its content. */
function listAll(folder: string) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => {
      const { parentPath, name } = entry;
      const path = join(parentPath, name);
      const { ino: inode, size } = lstatSync(path);
      const folder = inodeOf(parentPath);
      return { path, name, inode, folder, isFolder: entry.isDirectory(), size };
    });
}

function inodeOf(path: string): number {
  return lstatSync(path).ino;
}
