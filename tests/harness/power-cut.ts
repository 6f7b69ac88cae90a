/**
 * The effect of a power cut on unsynced data. `all`: it is gone, with unsynced names. Otherwise names stay, and the
 * unsynced bytes of each file become their first `half`, or `zeros`, as on ext4 and XFS.
 */
export const LOSSES = ['all', 'half', 'zeros'] as const;
export type Loss = (typeof LOSSES)[number];

/** The synced state of a folder. Files and folders are identified by their inodes. */
export interface OnDisk {
  /** The synced names in each folder. */
  readonly names: ReadonlyMap<number, ReadonlyMap<string, number>>;
  /** The number of synced bytes of each file. */
  readonly sizes: ReadonlyMap<number, number>;
}

const NOTE = /^([nlrdst]) (\d+) (\d+)(?: (.+))?$/;

/** Reads the notes of `power-cut.c`. Throws for an invalid line; the last one may be incomplete. */
export function readNotes(text: string): OnDisk {
  const sizes = new Map<number, number>();
  const seen = new Map<number, ReadonlyMap<string, number>>();
  const names = new Map<number, ReadonlyMap<string, number>>();
  for (const line of text.split('\n').slice(0, -1)) {
    const [, kind, first, second, name = ''] = NOTE.exec(line) ?? [];
    if (kind === undefined) throw new Error(`This is no note of a disk: ${line}`);
    const [subject, value] = [Number(first), Number(second)];
    const inFolder = new Map(seen.get(subject));
    if (kind === 'n') {
      // The inode may have been that of another file or folder.
      sizes.set(value, 0);
      seen.delete(value);
      names.delete(value);
    }
    if (kind === 'n' || kind === 'l') seen.set(subject, inFolder.set(name, value));
    if (kind === 'r' && inFolder.delete(name)) seen.set(subject, inFolder);
    if (kind === 'd') names.set(subject, inFolder);
    if (kind === 's') sizes.set(subject, value);
    if (kind === 't') sizes.set(subject, Math.min(value, sizes.get(subject) ?? 0));
  }
  return { names, sizes };
}

/** The bytes of a file after a power cut, of which `synced` were synced. */
export function cutTail(bytes: Buffer, synced: number, loss: Loss): Buffer {
  const unsynced = Math.max(0, bytes.length - synced);
  switch (loss) {
    case 'all':
      return bytes.subarray(0, synced);
    case 'half':
      return bytes.subarray(0, synced + Math.floor(unsynced / 2));
    case 'zeros':
      return Buffer.concat([bytes.subarray(0, synced), Buffer.alloc(unsynced)]);
    default:
      return loss satisfies never;
  }
}
