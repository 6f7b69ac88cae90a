import { setTimeout as delay } from 'node:timers/promises';

import { type FakeWire, UNREACHABLE } from './fake-wire.ts';

/** Lets the page render before the answer, as any network does. */
const TURNAROUND_MS = 10;

/** Replaces XMLHttpRequest: the parts of it that uploads use. */
export function fakeUploadsOn(wire: FakeWire): typeof FakeUpload {
  return class extends FakeUpload {
    constructor() {
      super(wire);
    }
  };
}

class FakeUpload extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  readonly #wire: FakeWire;
  readonly #headers = new Headers();
  #method = '';
  #path = '';
  #type: string | null = null;
  #isOver = false;

  constructor(wire: FakeWire) {
    super();
    this.#wire = wire;
  }

  open(method: string, path: string): void {
    this.#method = method;
    this.#path = path;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getResponseHeader(name: string): string | null {
    return name.toLowerCase() === 'content-type' ? this.#type : null;
  }

  send(body: FormData): void {
    void this.#send(body);
  }

  abort(): void {
    if (this.#isOver) return;
    this.#end('abort');
  }

  async #send(body: FormData): Promise<void> {
    await delay(TURNAROUND_MS);
    if (this.#isOver) return;
    const sent = { lengthComputable: true, loaded: 100, total: 100 };
    this.upload.dispatchEvent(new ProgressEvent('progress', sent));
    const call = { headers: this.#headers, body };
    const answer = await this.#wire.take(this.#method, this.#path, call);
    if (this.#isOver) return;
    if (answer === UNREACHABLE) {
      this.#end('error');
      return;
    }
    this.status = answer.status;
    this.#type = answer.type;
    this.responseText = answer.text ?? '';
    this.#end('load');
  }

  #end(how: 'load' | 'error' | 'abort'): void {
    this.#isOver = true;
    this.dispatchEvent(new Event(how));
    this.dispatchEvent(new Event('loadend'));
  }
}
