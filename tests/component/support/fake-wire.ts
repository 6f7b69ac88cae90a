import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { AdminClientEvents, AdminServerEvents } from '#shared/wire/admin-events.ts';
import { type AdminRunner, VERSION_HEADER } from '#shared/wire/runners-api.ts';
import type { ErrorBody } from '#shared/wire/auth-api.ts';
import type { MissingBody, MissingMessage } from '#shared/wire/missing-api.ts';
import { type Head, SERVER_TIME_HEADER } from '#shared/wire/http-api.ts';
import { type PublicServerEvents, type ResultsDelta } from '#shared/wire/socket-events.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { Gate } from '#tests/client/support/gate.ts';

import { FakeSocket } from './fake-socket.ts';
import { type CallName, isCall, type ReplyOf, type SentWith } from './wire-calls.ts';

/** An answer that is more than a body with status 200. */
export class WireAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }

  get text(): string | undefined {
    const { body } = this;
    return body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  }

  get type(): string {
    const known = typeof this.body === 'string' ? 'text/plain' : 'application/json';
    return this.headers['Content-Type'] ?? known;
  }
}

export function refuse(status: number, body: ErrorBody): WireAnswer {
  return new WireAnswer(status, body);
}

/** The call fails for lack of a network or a server. */
export const UNREACHABLE = Symbol('unreachable');

export interface SentCall<Name extends CallName> {
  readonly path: string;
  readonly headers: Headers;
  readonly body: SentWith<Name>;
}

export type Answer<Name extends CallName> = ReplyOf<Name> | WireAnswer | typeof UNREACHABLE;
type Answering = (call: SentCall<CallName>) => unknown;

/** The server as the page sees it: each test sets the answers to calls, and pushes messages. */
export class FakeWire {
  /** The version of the record, raised by every push. */
  head: Head = { epoch: 'first', version: 1 };
  /** The number of entries of each event. */
  totals: Readonly<Record<EventCode, number>> = USUAL_COURSES.byEvent(() => 0);
  isSocketOpen = true;
  /** The build announced by the server; empty for none. */
  build = '';
  /** Calls without an answer. */
  readonly strays: string[] = [];
  readonly #answers = new Map<CallName, Answering>();
  readonly #gates = new Map<CallName, Gate>();
  readonly #sent: { readonly name: CallName; readonly call: SentCall<CallName> }[] = [];
  readonly #sockets: { readonly namespace: '/' | '/admin'; readonly socket: FakeSocket }[] = [];
  readonly #emitted: unknown[][] = [];
  #isClosed = false;

  /** Sets the answer to a call; a function is called each time. */
  answer<Name extends CallName>(
    name: Name,
    answer: Answer<Name> | ((call: SentCall<Name>) => Answer<Name> | Promise<Answer<Name>>),
  ): void {
    this.#answers.set(name, (call) =>
      typeof answer === 'function' ? answer(call as SentCall<Name>) : answer,
    );
  }

  sent<Name extends CallName>(name: Name): SentCall<Name>[] {
    return this.#sent.flatMap((each) => (each.name === name ? [each.call as SentCall<Name>] : []));
  }

  countCalls(): number {
    return this.#sent.length + this.strays.length;
  }

  /** Delays answers to this call until the gate is opened. */
  hold(name: CallName): Gate {
    const gate = new Gate();
    this.#gates.set(name, gate);
    return gate;
  }

  /** The arguments of each message of this name sent by the page to the organisers' socket. */
  emitted<Event extends keyof AdminClientEvents>(
    event: Event,
  ): Parameters<AdminClientEvents[Event]>[] {
    return this.#emitted.flatMap(([name, ...values]) =>
      name === event ? [values as Parameters<AdminClientEvents[Event]>] : [],
    );
  }

  /** Pushes a message to the organisers' screens. */
  push<Event extends keyof AdminServerEvents>(
    event: Event,
    ...values: Parameters<AdminServerEvents[Event]>
  ): void {
    this.#fire('/admin', event, values);
  }

  /** Pushes a message to the results page. */
  pushPublic<Event extends keyof PublicServerEvents>(
    event: Event,
    ...values: Parameters<PublicServerEvents[Event]>
  ): void {
    this.#fire('/', event, values);
  }

  /** Pushes rows of the results, or their changed fields. */
  pushResults(upsert: readonly object[]): void {
    const from = this.head.version;
    this.head = { ...this.head, version: from + 1 };
    const rows = upsert as ResultsDelta['upsert'];
    this.pushPublic('results', {
      ...this.head,
      from,
      upsert: rows,
      remove: [],
      totals: this.totals,
    });
  }

  /** Pushes the Missing list, empty except for `given`. */
  pushMissing(given: Partial<MissingMessage> = {}): void {
    this.push('missing', { ...this.head, resultData: [], scannedNumberNoRunners: [], ...given });
  }

  /** Pushes a change of runners. */
  pushRunners(upsert: readonly AdminRunner[], remove: readonly string[] = []): void {
    const from = this.head.version;
    this.head = { ...this.head, version: from + 1 };
    this.push('runners', { ...this.head, from, upsert, remove });
  }

  /** Accepts the next saves, and pushes the saved runner. */
  acceptSave(saved: AdminRunner): void {
    this.#accept(saved.runnerId, () => this.pushRunners([saved]));
  }

  /** Accepts the next saves as deletions of this runner. */
  acceptDelete(runnerId: string): void {
    this.#accept(runnerId, () => this.pushRunners([], [runnerId]));
  }

  #accept(runnerId: string, push: () => void): void {
    this.answer('POST /api', () => {
      push();
      const headers = { [VERSION_HEADER]: String(this.head.version) };
      return new WireAnswer(200, { result: 'Success', runnerId }, headers);
    });
  }

  /** Whether a page is waiting for a greeting. */
  get isConnecting(): boolean {
    return (
      this.isSocketOpen && this.#sockets.some(({ socket }) => socket.active && !socket.connected)
    );
  }

  /** Stops answering: the page is closed. */
  close(): void {
    this.#isClosed = true;
  }

  /** Replaces `fetch`. */
  readonly fetch = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const answer = await this.take(init.method ?? 'GET', input, { headers, body });
    if (init.signal?.aborted) throw init.signal.reason;
    if (answer === UNREACHABLE) throw new TypeError('Failed to fetch');
    const { status, text = null, type, headers: sentBack } = answer;
    return new Response(text, {
      status,
      headers: {
        'Content-Type': type,
        [SERVER_TIME_HEADER]: String(Date.now()),
        ...sentBack,
      },
    });
  };

  /** Answers a call, once its gate is open. */
  async take(
    method: string,
    path: string,
    { headers, body }: { readonly headers: Headers; readonly body: unknown },
  ): Promise<WireAnswer | typeof UNREACHABLE> {
    // The call is left over from an ended test.
    if (this.#isClosed) return new Promise(() => undefined);
    const name = [...this.#answers.keys()].find((each) => isCall(each, method, path));
    if (name === undefined) {
      this.strays.push(`${method} ${path}`);
      return UNREACHABLE;
    }
    const call = { path, headers, body } as SentCall<CallName>;
    this.#sent.push({ name, call });
    const answer = await this.#answers.get(name)?.(call);
    await this.#gates.get(name)?.passed;
    if (answer === UNREACHABLE || answer instanceof WireAnswer) return answer;
    return new WireAnswer(200, answer);
  }

  /** Replaces `io` of socket.io-client. */
  readonly io = (address?: string | object): FakeSocket => {
    const isAdmin = typeof address === 'string' && address.endsWith('/admin');
    const namespace = isAdmin ? '/admin' : '/';
    const socket = new FakeSocket({
      isOpen: () => this.isSocketOpen && !this.#isClosed,
      onConnect: () => this.#greet(namespace, socket),
      onMessage: (event, values) => {
        this.#emitted.push([event, ...values]);
        return event === 'resume' ? { current: true } : undefined;
      },
    });
    this.#sockets.push({ namespace, socket });
    return socket;
  };

  #greet(namespace: '/' | '/admin', socket: FakeSocket): void {
    const hello = { ...this.head, build: this.build, serverTime: Date.now() };
    socket.fire('hello', [namespace === '/admin' ? hello : { ...hello, protocol: 1 }]);
    if (namespace === '/admin') this.#sendMissing(socket);
  }

  /** Sends the answer to GET /mia with ids in place of runners, as the server does after its greeting. */
  #sendMissing(socket: FakeSocket): void {
    const call = { path: '/mia', headers: new Headers(), body: undefined };
    const missing = this.#answers.get('GET /mia')?.(call);
    if (missing === undefined || missing === UNREACHABLE || missing instanceof WireAnswer) return;
    const { resultData, ...rest } = missing as MissingBody;
    socket.fire('missing', [{ ...rest, resultData: resultData.map(({ runnerId }) => runnerId) }]);
  }

  #fire(namespace: '/' | '/admin', event: string, values: readonly unknown[]): void {
    for (const each of this.#sockets) {
      if (each.namespace === namespace && each.socket.connected) each.socket.fire(event, values);
    }
  }
}
