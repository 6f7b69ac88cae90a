import type { ChangePasswordBody, LoginReply } from '#shared/wire/auth-api.ts';

import { Calls } from '../calls/calls.ts';
import type { SignInProvider } from './sign-in-provider.ts';

const TOKEN_KEY = 'splitcast.authtoken';

/** Accounts of this server. The token is kept for all tabs of the browser, until signed out. */
export function createLocalSignIn(): SignInProvider {
  return {
    kind: 'local',
    findToken: () => Promise.resolve(findToken()),
    async signIn(email, password) {
      const body = { email, password };
      const { token } = await callsWith(undefined).send<LoginReply>('POST', '/auth/login', body);
      localStorage.setItem(TOKEN_KEY, token);
    },
    async signOut() {
      const token = findToken();
      // This browser forgets it at once, however slow the network is.
      localStorage.removeItem(TOKEN_KEY);
      // What cannot be told to the server ends there by itself.
      await callsWith(token)
        .send('POST', '/auth/logout')
        .catch(() => undefined);
    },
    async changePassword(password, newPassword) {
      const body: ChangePasswordBody = { password, newPassword };
      const calls = callsWith(findToken());
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

/** A wrong password ends nothing: the form shows the message. */
function callsWith(token: string | undefined): Calls {
  return new Calls({ findToken: () => Promise.resolve(token), onRefusal: () => undefined });
}

function findToken(): string | undefined {
  return localStorage.getItem(TOKEN_KEY) ?? undefined;
}
