import { browserTimers } from '#client/live/timers.ts';

import { PushNews, type PushParts } from './push-news.ts';

export function openBrowserPush(
  parts: Omit<PushParts, 'notifications' | 'isToBeInstalled' | 'timers'>,
): PushNews {
  return new PushNews({
    ...parts,
    notifications: () =>
      'Notification' in globalThis && 'serviceWorker' in navigator ? Notification : undefined,
    isToBeInstalled: isToBeInstalled(),
    timers: browserTimers,
  });
}

/** Safari on an iPhone or iPad allows notifications only on installed pages; only it defines `standalone`. */
function isToBeInstalled(): boolean {
  return (
    globalThis.isSecureContext &&
    (navigator as { readonly standalone?: boolean }).standalone === false &&
    !('Notification' in globalThis)
  );
}
