import { browserTimers } from '#client/live/timers.ts';
import { notifier } from '#client/spectators/news/notify.ts';
import { keptPush } from '#client/worker/kept-push.ts';
import { fetchPush } from '#client/worker/push-subscription.ts';
import { registerWorker } from '#client/worker/register-worker.ts';

import { PushNews } from './push-news.ts';

/** That of the browser the page is open in. */
export const pushNews = new PushNews({
  getRegistration: async () => ('serviceWorker' in navigator ? registerWorker() : undefined),
  untilReady: () => navigator.serviceWorker.ready,
  notifications: () => ('Notification' in globalThis ? Notification : undefined),
  isToBeInstalled: isToBeInstalled(),
  ask: fetchPush,
  kept: keptPush,
  timers: browserTimers,
  onEnded: () => {
    notifier.stop();
  },
});

/** Safari on an iPhone or iPad has notifications on installed pages alone, and says `standalone` nowhere else. */
function isToBeInstalled(): boolean {
  return (
    globalThis.isSecureContext &&
    (navigator as { readonly standalone?: boolean }).standalone === false &&
    !('Notification' in globalThis)
  );
}
