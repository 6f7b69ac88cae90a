import { err, ok, type Result } from '#shared/model/outcome.ts';

const MEGABYTE = 1024 * 1024;

/**
 * Copies a file when it is chosen, since a program may rewrite it: the previewed bytes are the ones sent. Fails with the
 * reason if it cannot be used.
 */
export async function copyFile(original: File, maxBytes: number): Promise<Result<File, string>> {
  if (original.size > maxBytes) {
    const message = `The file is too large: ${maxBytes / MEGABYTE} MB at most.`;
    return err(message);
  }
  try {
    const bytes = await original.arrayBuffer();
    return ok(new File([bytes], original.name, { type: original.type }));
  } catch {
    // The browser has one error for a file that is gone, locked or forbidden.
    const message = 'The file cannot be read. Check that it is still there, and choose it again.';
    return err(message);
  }
}

/** `824 bytes`, `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
