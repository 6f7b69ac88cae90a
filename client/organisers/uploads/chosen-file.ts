import { err, ok, type Result } from '#shared/model/outcome.ts';

const MEGABYTE = 1024 * 1024;

/**
 * Copies a chosen file, so that the previewed bytes are sent even if a program rewrites it. Fails with the reason if it
 * cannot be used.
 */
export async function copyFile(original: File, maxBytes: number): Promise<Result<File, string>> {
  if (original.size > maxBytes) {
    return err(`The file is too large: ${maxBytes / MEGABYTE} MB at most.`);
  }
  try {
    const bytes = await original.arrayBuffer();
    return ok(new File([bytes], original.name, { type: original.type }));
  } catch {
    // Browsers give one error for a missing, locked and forbidden file.
    return err('The file cannot be read. Check that it is still there, and choose it again.');
  }
}

/** `824 bytes`, `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
