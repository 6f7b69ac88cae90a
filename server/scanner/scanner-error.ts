/** The scanner cannot do its work at all; the message says why and what to do. */
export class ScannerError extends Error {
  override readonly name = 'ScannerError';
}

/**
 * Runs what needs the journal's folder. A refusal of the disk becomes a
 * {@link ScannerError} that names the folder; anything else passes as it is.
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
