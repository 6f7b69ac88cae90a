import { createContext, useContext, useSyncExternalStore } from 'react';

import { hasRight, type Organiser, type Right } from '#shared/wire/auth-api.ts';

import type { Calls } from '../calls/calls.ts';
import type { SessionStore } from './session-store.ts';
import type { Session } from './session.ts';

export const SessionContext = createContext<SessionStore | undefined>(undefined);

/** The session of this browser. Throws outside the organisers' area. */
export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext);
  if (!store) throw new Error('SessionContext has no value: render inside the organisers’ area.');
  return store;
}

export function useSession(): Session {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}

export function useCalls(): Calls {
  return useSessionStore().calls;
}

/** The organiser at this screen. Throws where nobody is signed in. */
export function useOrganiser(): Organiser {
  const session = useSession();
  if (session.kind === 'signed-in' || session.kind === 'ended') return session.organiser;
  throw new Error('Nobody is signed in: render behind the gate.');
}

/** Whether the organiser at this screen has a right, to hide parts of it; the server checks rights itself. */
export function useMay(): (right: Right) => boolean {
  const { role } = useOrganiser();
  return (right) => hasRight(role, right);
}
