import { parseJsonObject } from '#shared/model/json-object.ts';
import { keepText, ofDevice, readText, watchText } from '#client/live/text-storage.ts';
import { browserSignals } from '#client/live/page-signals.ts';
import { createRequestId } from '#client/live/request-id.ts';
import { browserTimers } from '#client/live/timers.ts';
import type { EpochMs } from '#shared/model/time.ts';

import { Journal } from './journal.ts';
import { KEPT_PASS, takePass } from './kept-pass.ts';
import { callMarshal } from './marshal-http.ts';
import { isMarshalBody, MarshalLine, type SeenPoint } from './marshal-line.ts';
import { type KeptTap, lacksBib } from './marshal-tap.ts';
import { isMarshalReply, TapSender } from './send-taps.ts';
import { openTapDatabase } from './tap-database.ts';
import { watchPoint } from './watch-point.ts';

/** The last known state of the point, for a start without a network. */
const SEEN = 'splitcast.marshal.seen';
const VIBRATE_MS = 30;

/** The state and actions of a marshal's phone; it lives as long as the page. */
export interface Marshal {
  readonly journal: Journal;
  readonly line: MarshalLine;
  /** Records a tap, made now unless `atMs` is given, and sends it. */
  readonly tap: (tap: Pick<KeptTap, 'kind' | 'bib'> & { readonly atMs?: EpochMs }) => void;
  /** Undoes a tap, with the pass that made it: no other pass can (RULES.md MA6). */
  readonly undo: (tap: KeptTap) => void;
  /** Sets the number of a time. If it has one already, it is undone and recorded again with the new one. */
  readonly fill: (tap: KeptTap, bib: string) => void;
  readonly drop: (tap: KeptTap) => void;
}

let opened: Marshal | undefined;

export function openMarshal(): Marshal {
  return (opened ??= startMarshal());
}

function startMarshal(): Marshal {
  const timers = browserTimers;
  const line = new MarshalLine(timers);
  const journal = new Journal(openTapDatabase(), timers);
  const sender = new TapSender({
    journal,
    line,
    timers,
    post: (pass, body) => callMarshal('/api/marshal/reports', pass, isMarshalReply, { body }),
    onSent: () => void ask(),
  });
  const ask = watchPoint({
    line,
    timers,
    signals: browserSignals,
    get: (pass, tag) => callMarshal('/api/marshal', pass, isMarshalBody, { tag }),
    onAnswer: () => void sender.wake(),
  });

  const take = (): void => {
    const kept = takePass();
    const isNew = kept !== undefined && kept.pass !== line.getSnapshot().pass;
    if (!isNew) return;
    line.use(kept);
    // Only with a pass: the browser may prompt the user.
    if (kept.point === undefined) void persist();
    line.restore(parseJsonObject(readText(ofDevice, SEEN) ?? ''));
    void ask();
    void sender.wake();
  };
  const wake = (): void => {
    take();
    void journal.read();
    void ask();
    void sender.wake();
  };

  window.addEventListener('hashchange', take);
  watchText(KEPT_PASS, take);
  // Another window keeps it after its taps were sent: they belong in this one's lists too.
  watchText(SEEN, () => void journal.read());
  browserSignals.listen({ onWake: wake, onOffline: () => undefined });
  journal.subscribe(() => void sender.wake());
  line.subscribe(keepSeen());
  void journal.read();
  take();

  function add(tap: Omit<KeptTap, 'reportId' | 'order'>): void {
    // Confirms the tap to the finger, on phones that can vibrate.
    (navigator as Partial<Navigator>).vibrate?.(VIBRATE_MS);
    void journal.add({ ...tap, reportId: createRequestId(), atMs: Math.round(tap.atMs) });
  }

  function keepSeen(): () => void {
    let kept: SeenPoint | undefined;
    return () => {
      const { pass, seen } = line.getSnapshot();
      if (pass === undefined || !seen || seen.body === kept?.body) return;
      kept = seen;
      // If this fails, the next offline start shows the taps alone.
      keepText(ofDevice, SEEN, JSON.stringify({ ...seen, pass }));
    };
  }

  const change = (tap: KeptTap, update: Pick<Partial<KeptTap>, 'bib' | 'outcome'>): void => {
    void journal.change([tap], (kept) =>
      kept.bib === tap.bib && kept.outcome === undefined ? { ...kept, ...update } : kept,
    );
  };
  const marshal: Marshal = {
    journal,
    line,
    tap: (tap) => {
      const { pass = '', point } = line.getSnapshot();
      add({ atMs: line.raceMs(), ...tap, pass, ...(point !== undefined && { point }) });
    },
    undo: ({ reportId: of, pass, point }) => {
      const about = { pass, ...(point !== undefined && { point }) };
      add({ kind: 'undo', bib: '', of, atMs: line.raceMs(), ...about });
    },
    fill: (tap, bib) => {
      if (lacksBib(tap)) {
        change(tap, { bib });
        return;
      }
      marshal.undo(tap);
      marshal.tap({ kind: tap.kind, bib, atMs: tap.atMs });
    },
    drop: (tap) => change(tap, { outcome: 'dropped' }),
  };
  return marshal;
}

/** Requests that the browser keep this page's data even when storage runs low. */
async function persist(): Promise<void> {
  // Missing over plain HTTP.
  await (navigator as Partial<Navigator>).storage?.persist().catch(() => undefined);
}
