import { readFile } from 'node:fs/promises';

import { codeOf, messageOf } from './errors.mjs';

/** An expected failure of a command: its message has the reason and the remedy. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Turns the error of a disk that is full, missing or not writable into a {@link CommandError}. */
export async function explainDisk<T>(
  work: () => Promise<T>,
  explain: (reason: string) => string,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new CommandError(explain(error.message), { cause: error });
  }
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'that is a folder, not a file',
  EACCES: 'this user may not open it',
  ERR_FS_FILE_TOO_LARGE: 'it is far too large',
  EADDRINUSE: 'another program listens there already; end it or choose another port',
  EADDRNOTAVAIL: 'this computer has no such address; 0.0.0.0 means all its addresses',
  ENOTFOUND: 'there is no such host; 0.0.0.0 means all addresses of this computer',
};

/** The reason why a file or an address cannot be read, for the operator. */
export function describeCause(error: unknown): string {
  return CAUSES[codeOf(error) ?? ''] ?? messageOf(error);
}

/** The bytes of a named file; throws a {@link CommandError} if it cannot be read. */
export async function readGivenFile(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${describeCause(error)}.`, { cause: error });
  }
}

export async function readGivenText(path: string): Promise<string> {
  return new TextDecoder().decode(await readGivenFile(path));
}
