import type { ChangePasswordBody, LoginReply } from '#shared/wire/admin-api.ts';

import { Calls } from '../calls/calls.ts';
import type { SignInProvider } from './sign-in-provider.ts';

const TOKEN_KEY = 'splitcast.authtoken';

/** Accounts of this server. The token is kept for all tabs of the browser, until signed out. */
export function createLocalSignIn(): SignInProvider {
  const calls = new Calls({
    findToken: () => Promise.resolve(findToken()),
    // A wrong password ends nothing; the form shows the message.
    onRefusal: () => undefined,
  });
  return {
    kind: 'local',
    findToken: () => Promise.resolve(findToken()),
    async signIn(email, password) {
      const { token } = await calls.send<LoginReply>('POST', '/auth/login', { email, password });
      localStorage.setItem(TOKEN_KEY, token);
    },
    async signOut() {
      // Without a network the session ends by itself; this browser forgets it at once.
      await calls.send('POST', '/auth/logout').catch(() => undefined);
      localStorage.removeItem(TOKEN_KEY);
    },
    async changePassword(password, newPassword) {
      const body: ChangePasswordBody = { password, newPassword };
      const { token } = await calls.send<LoginReply>('POST', '/auth/password', body);
      localStorage.setItem(TOKEN_KEY, token);
    },
    watch(onChange) {
      window.addEventListener('storage', ({ key }) => {
        if (key === TOKEN_KEY || key === null) onChange();
      });
    },
  };
}

function findToken(): string | undefined {
  return localStorage.getItem(TOKEN_KEY) ?? undefined;
}
