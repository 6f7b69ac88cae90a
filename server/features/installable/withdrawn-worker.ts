/**
 * What is answered in place of a service worker that is withdrawn (SCREENS.md IN8). Every browser that
 * has one looks for another version of it at each visit: it finds this, which takes away all that
 * was kept and then itself. Pages that are open go on with the network alone.
 */
export const WITHDRAWN_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const takeAway = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('splitcast-')) await caches.delete(name);
    }
    await self.registration.unregister();
  };
  event.waitUntil(takeAway());
});
`;
