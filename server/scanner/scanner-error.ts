import { codeOf, messageOf } from '#server/system/errors.mjs';

/** The scanner cannot start or continue; the message has the reason and the remedy. */
export class ScannerError extends Error {
  override readonly name = 'ScannerError';
}

/**
 * Runs work in the journal's folder. An error of the disk becomes a {@link ScannerError} that names the folder; any
 * other is rethrown.
 */
export async function explainDiskErrors<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new ScannerError(
      `The journal cannot be kept in ${dataDir} (${error.message}). ` +
        'Make room there, or set DATA_DIR to a folder that this user may write.',
      { cause: error },
    );
  }
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'that is a folder, not a file',
  EACCES: 'this user may not open it',
  EADDRINUSE: 'another program listens there already; end it or choose another port',
  EADDRNOTAVAIL: 'this computer has no such address; 0.0.0.0 means all its addresses',
  ENOTFOUND: 'there is no such host; 0.0.0.0 means all addresses of this computer',
};

/** The reason why a file or an address cannot be read, for the operator. */
export function describeCause(error: unknown): string {
  return CAUSES[codeOf(error) ?? ''] ?? messageOf(error);
}
