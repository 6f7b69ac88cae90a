import type { MarshalReply, MarshalTap } from '#shared/wire/marshal-api.ts';

import { ask } from './ask.ts';
import type { Outcome, TapOperation } from './history.ts';

/** A marshal's phone at an instance, which sends again what was not answered. */
export class MarshalPhone {
  readonly #url: string;
  readonly #pass: string;
  readonly #history: TapOperation[] = [];

  constructor(url: string, pass: string) {
    this.#url = url;
    this.#pass = pass;
  }

  get history(): readonly TapOperation[] {
    return this.#history;
  }

  async tap(tap: MarshalTap): Promise<void> {
    const fromMs = Date.now();
    const first = await this.#send(tap);
    const again = first === 'unknown' ? await this.#send(tap) : first;
    // The first may have come through all the same.
    const outcome = first === 'unknown' && again === 'failed' ? 'unknown' : again;
    const during = { fromMs, toMs: Date.now() };
    this.#history.push({ kind: 'tap', reportId: tap.reportId, outcome, during });
  }

  async #send(tap: MarshalTap): Promise<Outcome> {
    const answer = await ask<MarshalReply>(`${this.#url}/api/marshal/reports`, {
      headers: { Authorization: `Bearer ${this.#pass}` },
      body: { taps: [tap] },
    });
    if (answer === 'refused') return 'failed';
    if (answer === 'silence') return 'unknown';
    return answer.outcomes[0]?.outcome === 'refused' ? 'failed' : 'ok';
  }
}
