import type { FileHandle } from 'node:fs/promises';

/**
 * Writes the text at this place and waits until it is on disk for good.
 * Returns how many bytes it is. After a failure any part of it may be there.
 */
export async function writeWhole(file: FileHandle, text: string, at: number): Promise<number> {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
  await file.datasync();
  return bytes.length;
}
