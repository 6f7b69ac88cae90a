/**
 * Copies a text to the clipboard. Where the browser forbids that, as over plain HTTP, selects it in its element instead.
 * Resolves to whether it was copied.
 */
export async function copyText(text: string, element: HTMLElement): Promise<boolean> {
  try {
    // Missing on a page without TLS, whatever its type says.
    await (navigator.clipboard as Clipboard | undefined)?.writeText(text);
    if ('clipboard' in navigator) return true;
  } catch {
    // Forbidden by the browser's settings: selected below.
  }
  getSelection()?.selectAllChildren(element);
  return false;
}
