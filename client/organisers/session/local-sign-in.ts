import type { LoginBody, LoginReply } from '#shared/wire/auth-api.ts';

import { Calls } from '../calls/calls.ts';
import {
  findDeviceMark,
  findKeptToken,
  forgetToken,
  keepDeviceMark,
  keepToken,
  watchKeptToken,
} from './kept-token.ts';
import type { SignInProvider } from './session.ts';

/** Accounts of this server. The token is kept until sign-out. */
export function createLocalSignIn(): SignInProvider {
  return {
    kind: 'local',
    findToken: () => Promise.resolve(findKeptToken()),
    async signIn(email, password, code) {
      const device = findDeviceMark(email);
      const body: LoginBody = {
        email,
        password,
        ...(device === undefined ? {} : { device }),
        ...(code === undefined ? {} : { code }),
      };
      // The session of the token that is replaced ends with it.
      const calls = callsWith(findKeptToken());
      const reply = await calls.send<LoginReply>('POST', '/auth/login', body);
      keepDeviceMark(reply.email, reply.device);
      keepToken(reply.token);
    },
    async signOut() {
      const token = findKeptToken();
      // This browser forgets it at once, however slow the network is.
      forgetToken();
      // If the server is not told, the session expires there by itself.
      await callsWith(token)
        .send('POST', '/auth/logout')
        .catch(() => undefined);
    },
    keepToken,
    watch: watchKeptToken,
  };
}

/** Calls whose refusal ends no session: the form shows the message. */
function callsWith(token: string | undefined): Calls {
  return new Calls({ findToken: () => Promise.resolve(token), onRefusal: () => undefined });
}
