import { fetchPush, keptPush } from '#client/worker/push-subscription.ts';
import { registerWorker } from '#client/worker/register-worker.ts';

import { openBrowserPush } from './open-browser-push.ts';
import { findLanguage } from '../chosen-language.ts';
import { followed } from '../followed.ts';

export const pushNews = openBrowserPush({
  getRegistration: async () => ('serviceWorker' in navigator ? registerWorker() : undefined),
  untilReady: () => navigator.serviceWorker.ready,
  ask: fetchPush,
  kept: keptPush,
});

/** Sends the server every change of the followed runners until the returned function is called. */
export function keepView(): () => void {
  sendFollowed();
  return followed.subscribe(sendFollowed);
}

/** Sends the server the followed runners. */
export function sendFollowed(): void {
  const { runners, clubs } = followed.getSnapshot();
  pushNews.follow({
    runners: runners.map(({ runnerId }) => runnerId),
    clubs,
    language: findLanguage(location.search),
  });
}
