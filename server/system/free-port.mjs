import { createServer } from 'node:net';

/**
 * A port of this machine that is free now; somebody else may take it before it is used.
 * @returns {Promise<number>}
 */
export async function findFreePort() {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
