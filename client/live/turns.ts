/**
 * Resolves in a turn of its own, in which the page has painted and listened meanwhile. Unlike a
 * timer it is not held back for seconds on a hidden page.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
