import type { AuthInfo } from '#shared/wire/admin-api.ts';

import type { SignInProvider } from './sign-in-provider.ts';

/** Accounts at Firebase. */
export function createFirebaseSignIn(
  _info: Extract<AuthInfo, { provider: 'firebase' }>,
): Promise<SignInProvider> {
  throw new Error('not written yet');
}
