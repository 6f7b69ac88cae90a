import type { Timers } from '#client/live/timers.ts';
import { hasLists } from '#client/live/wire-guards.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import {
  type MarshalReply,
  type MarshalReportsBody,
  type MarshalTap,
  MAX_TAPS,
  type TapOutcome,
} from '#shared/wire/marshal-api.ts';

import type { Journal } from './journal.ts';
import { isUnsent, type KeptTap } from './marshal-tap.ts';
import type { MarshalAnswer } from './marshal-http.ts';
import type { MarshalLine } from './marshal-line.ts';
import { createWakeLoop } from './wake-loop.ts';

const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = 30 * SECOND_MS;

export const isMarshalReply = hasLists<MarshalReply>('outcomes');

export interface SenderParts {
  readonly journal: Journal;
  readonly line: MarshalLine;
  readonly timers: Timers;
  readonly post: (pass: string, body: MarshalReportsBody) => Promise<MarshalAnswer<MarshalReply>>;
  /** Called once taps were answered: the state of the point has changed. */
  readonly onSent: () => void;
}

/** Sends the taps of the journal (SCREENS.md MR4), each under its own pass. */
export class TapSender {
  readonly wake: () => Promise<void>;
  readonly #parts: SenderParts;
  #waitMs = FIRST_WAIT_MS;
  /** Reduced after a refused call, to find the tap that the server does not accept. */
  #most = MAX_TAPS;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.wake = createWakeLoop(parts.timers, () => this.#sendAll());
  }

  /** Resolves with the time until the next try. */
  async #sendAll(): Promise<DurationMs | undefined> {
    const ended = new Set<string>();
    for (;;) {
      const next = this.#findNext(ended);
      if (!next) break;
      const result = await this.#send(next.pass, next.taps);
      if (result === 'failed') {
        const waitMs = this.#waitMs;
        this.#waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
        return waitMs;
      }
      if (result === 'ended') ended.add(next.pass);
      this.#waitMs = FIRST_WAIT_MS;
    }
    // A pass ended by mistake, or not yet known to an instance, can become valid again.
    const isLeft = this.#parts.journal.getSnapshot().taps.some(isUnsent);
    return isLeft ? LONGEST_WAIT_MS : undefined;
  }

  /** The first unsent taps of one pass; undefined if all passes have ended. */
  #findNext(
    ended: ReadonlySet<string>,
  ): { readonly pass: string; readonly taps: readonly KeptTap[] } | undefined {
    const { taps, unkept, isRead } = this.#parts.journal.getSnapshot();
    const unsent = isRead ? taps.filter(isUnsent) : [];
    const first = unsent.findIndex(({ reportId }) => unkept.get(reportId) === 'keeping');
    // A tap still being stored holds up all later ones, so that the order is kept.
    const ready = first === -1 ? unsent : unsent.slice(0, first);
    const passes = ready.map((tap) => this.#findPass(tap, ended));
    const pass = passes.find((each) => each !== undefined);
    if (pass === undefined) return undefined;
    return { pass, taps: ready.filter((_, at) => passes[at] === pass).slice(0, this.#most) };
  }

  #findPass(tap: KeptTap, ended: ReadonlySet<string>): string | undefined {
    const { pass, point } = this.#parts.line.getSnapshot();
    if (!ended.has(tap.pass)) return tap.pass;
    // A new pass for the same point also sends the taps of the old one.
    const isSamePoint = tap.point !== undefined && tap.point === point;
    return isSamePoint && pass !== undefined && !ended.has(pass) ? pass : undefined;
  }

  async #send(pass: string, taps: readonly KeptTap[]): Promise<'done' | 'ended' | 'failed'> {
    const { line, post } = this.#parts;
    const answer = await post(pass, { taps: taps.map(toReport) });
    line.hear(pass, answer);
    if (answer.kind === 'ended') return 'ended';
    if (answer.kind === 'refused') {
      const [first] = taps;
      if (taps.length > 1) this.#most = Math.ceil(taps.length / 2);
      else if (first) this.#note([{ ...answer, reportId: first.reportId, outcome: 'refused' }]);
      return 'done';
    }
    if (answer.kind !== 'answered') return 'failed';
    const named = answer.body.outcomes.filter(({ reportId }) =>
      taps.some((tap) => tap.reportId === reportId),
    );
    if (named.length === 0) return 'failed';
    this.#most = MAX_TAPS;
    this.#note(named);
    this.#parts.onSent();
    return 'done';
  }

  #note(outcomes: readonly TapOutcome[]): void {
    const { journal, timers } = this.#parts;
    const answeredMs = timers.now();
    const byId = new Map(outcomes.map((each) => [each.reportId, each]));
    const taps = journal.getSnapshot().taps.filter(({ reportId }) => byId.has(reportId));
    // A tap whose answer cannot be stored is sent again at the next visit, which does no harm.
    void journal.change(taps, (tap) => {
      const { outcome, why } = byId.get(tap.reportId) ?? {};
      if (outcome === undefined || tap.outcome !== undefined) return tap;
      return { ...tap, outcome, answeredMs, ...(why === undefined ? {} : { why }) };
    });
  }
}

function toReport({ reportId, kind, bib, atMs, of }: KeptTap): MarshalTap {
  return { reportId, kind, bib, atMs, ...(of === undefined ? {} : { of }) };
}
