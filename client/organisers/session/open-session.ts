import { browserTimers } from '../../live/timers.ts';
import { createLocalSignIn } from './local-sign-in.ts';
import { SessionStore } from './session-store.ts';

/** Finds out who is signed in at this browser, and keeps knowing it while the page is open. */
export function openSession(): SessionStore {
  const store = new SessionStore({
    timers: browserTimers,
    createProvider: async (info) => {
      if (info.provider === 'local') return createLocalSignIn();
      // Only those who sign in at Firebase fetch its part of the page.
      const { createFirebaseSignIn } = await import('./firebase-sign-in.ts');
      return createFirebaseSignIn(info);
    },
  });
  void store.start();
  return store;
}
