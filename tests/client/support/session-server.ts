import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { SignInProvider } from '#client/organisers/session/session.ts';
import { AUTH_HEADER, type ErrorBody, type Role, type SignedIn } from '#shared/wire/auth-api.ts';

import { Gate } from './gate.ts';
import { listenInTest } from '#tests/support/listen.ts';

interface Answer {
  readonly status: number;
  readonly body: SignedIn | ErrorBody;
}

const ENDED: Answer = { status: 401, body: { error: 'This session has ended.' } };

/** The session calls on a real port, with the answers and delays that the test sets. */
export class SessionServer {
  isUp = true;
  /** Requests for the signed-in user so far. */
  asked = 0;
  readonly #answers = new Map<string, Answer>();
  #gate: Promise<void> = Promise.resolve();
  // Otherwise the server might close an idle connection just as the page sends on it.
  readonly #http = createServer(
    { keepAliveTimeout: 0 },
    (request, response) => void this.#answer(request, response),
  );

  get origin(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  async start(): Promise<this> {
    await listenInTest(this.#http);
    return this;
  }

  /** Accepts a token, whose text is also the account's name. */
  admit(token: string, role: Role = 'admin', mustChangePassword = false): void {
    const email = `${token.split('/')[0]}@race.local`;
    this.#answers.set(token, {
      status: 200,
      body: { email, role, mustChangePassword, expiresAt: 0 },
    });
  }

  refuse(token: string, status: number, body: ErrorBody): void {
    this.#answers.set(token, { status, body });
  }

  forget(token: string): void {
    this.#answers.delete(token);
  }

  /** Holds back answers, which are decided at the request, until the returned function is called. */
  hold(): () => void {
    const gate = new Gate();
    const { passed } = gate;
    this.#gate = passed;
    return () => {
      if (this.#gate === passed) this.#gate = Promise.resolve();
      gate.open();
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.isUp) {
      request.destroy();
      return;
    }
    if (request.url === '/auth') {
      send(response, { status: 200, body: { provider: 'local' } });
      return;
    }
    const answer = this.#answers.get(String(request.headers[AUTH_HEADER])) ?? ENDED;
    this.asked += 1;
    await this.#gate;
    send(response, answer);
  }
}

function send(response: ServerResponse, { status, body }: { status: number; body: object }): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** A provider without a server: the password is the token. */
export class TestProvider implements SignInProvider {
  readonly kind = 'local';
  token: string | undefined;
  #onChange = (): void => undefined;

  isOut(): Promise<boolean> {
    return Promise.resolve(this.token === undefined);
  }

  findToken(): Promise<string | undefined> {
    return Promise.resolve(this.token);
  }

  explainRefusal({ message }: Error): Promise<Error> {
    return Promise.resolve(new Error(`Explained: ${message}`));
  }

  signIn(_email: string, password: string): Promise<void> {
    if (password === 'wrong') return Promise.reject(new Error('Wrong password.'));
    this.token = password;
    return Promise.resolve();
  }

  signOut(): Promise<void> {
    this.token = undefined;
    return Promise.resolve();
  }

  watch(onChange: () => void): void {
    this.#onChange = onChange;
  }

  /** Another tab signs in or out. */
  changeElsewhere(token: string | undefined): void {
    this.token = token;
    this.#onChange();
  }
}
