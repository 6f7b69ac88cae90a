type Handler = (...values: never[]) => unknown;

/** The listeners of a socket and of its manager. */
class Listeners {
  readonly #handlers = new Map<string, Set<Handler>>();

  on(event: string, handler: Handler): this {
    this.#handlers.set(event, (this.#handlers.get(event) ?? new Set()).add(handler));
    return this;
  }

  off(event: string, handler: Handler): this {
    this.#handlers.get(event)?.delete(handler);
    return this;
  }

  removeAllListeners(): this {
    this.#handlers.clear();
    return this;
  }

  fire(event: string, values: readonly unknown[]): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(...(values as never[]));
  }
}

export interface FakeSocketPlan {
  /** Whether an attempt to connect succeeds. */
  readonly isOpen: () => boolean;
  /** Sends the greeting. */
  readonly onConnect: (socket: FakeSocket) => void;
  /** Handles a message of the page, and returns its acknowledgement. */
  readonly onMessage: (event: string, values: readonly unknown[]) => unknown;
}

/** The page's socket of one namespace, without a network: the parts of Socket.IO that the page uses. */
export class FakeSocket extends Listeners {
  connected = false;
  /** Reconnects automatically. */
  active = false;
  readonly io = new Listeners();
  readonly #plan: FakeSocketPlan;

  constructor(plan: FakeSocketPlan) {
    super();
    this.#plan = plan;
  }

  connect(): this {
    this.active = true;
    queueMicrotask(() => {
      if (!this.active || this.connected) return;
      if (!this.#plan.isOpen()) {
        this.fire('connect_error', [new Error('websocket error')]);
        return;
      }
      this.connected = true;
      this.fire('connect', []);
      this.#plan.onConnect(this);
    });
    return this;
  }

  disconnect(): this {
    this.active = false;
    if (this.connected) this.lose('io client disconnect');
    return this;
  }

  /** Drops the connection. */
  lose(reason = 'transport close'): void {
    this.connected = false;
    this.fire('disconnect', [reason]);
  }

  emit(event: string, ...values: readonly unknown[]): this {
    const answer = values.at(-1);
    const isAnswered = typeof answer === 'function';
    const reply = this.#plan.onMessage(event, isAnswered ? values.slice(0, -1) : values);
    if (isAnswered && reply !== undefined) queueMicrotask(() => void answer(reply));
    return this;
  }

  emitWithAck(event: string, ...values: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve) => this.emit(event, ...values, resolve));
  }
}
