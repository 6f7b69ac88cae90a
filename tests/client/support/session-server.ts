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

/** A real port that says whose a token is, as the test sets it, and with the delay it sets. */
export class SessionServer {
  isUp = true;
  /** Questions after who is signed in, so far. */
  asked = 0;
  readonly #answers = new Map<string, Answer>();
  #gate: Promise<void> = Promise.resolve();
  // A connection is never taken away just when the page asks over it once more, after however long a pause.
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

  /** Lets a token in; its name is the name of the account too. */
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

  /** Answers made from now on wait for the returned function; they say what was true when they were asked for. */
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

/** A browser that signs in: the password is the token. */
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

  /** Another tab signs in, or out. */
  changeElsewhere(token: string | undefined): void {
    this.token = token;
    this.#onChange();
  }
}
