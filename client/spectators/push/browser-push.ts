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

/**
 * Keeps the server informed of the followed runners until the returned function is called, also
 * when the last one is removed.
 */
export function keepView(): () => void {
  tellServer();
  return followed.subscribe(tellServer);
}

/** Tells the server which runners this browser follows now. */
export function tellServer(): void {
  const { runners, clubs } = followed.getSnapshot();
  pushNews.follow({
    runners: runners.map(({ runnerId }) => runnerId),
    clubs,
    language: findLanguage(location.search),
  });
}
