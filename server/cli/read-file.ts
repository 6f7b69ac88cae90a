import { readFile } from 'node:fs/promises';

import { CommandError } from './command-error.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'reading it is not allowed',
  ERR_FS_FILE_TOO_LARGE: 'it is far too large',
};

/** The bytes of a file somebody named; one that cannot be read is a {@link CommandError}. */
export async function readGivenFile(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new CommandError(`${path} cannot be read: ${REASONS[code] ?? message}.`, {
      cause: error,
    });
  }
}
