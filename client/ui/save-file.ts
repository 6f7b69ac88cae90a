/** Long enough for any browser to have read the file. */
const READ_AFTER_MS = 60_000;

export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_AFTER_MS);
}
