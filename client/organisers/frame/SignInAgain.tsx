import type { ReactNode } from 'react';

import type { Session } from '../session/session-store.ts';

export interface SignInAgainProps {
  readonly session: Extract<Session, { kind: 'ended' }>;
}

/** Lies over a screen whose session is over: signing in again goes on where one was. */
export function SignInAgain(_props: SignInAgainProps): ReactNode {
  return null;
}
