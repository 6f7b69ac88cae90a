import { useEffect, useState } from 'react';

import { useRace } from '#client/live/race-store.tsx';
import { browserTimers } from '#client/live/timers.ts';
import { isBodyOf } from '#client/live/wire-guards.ts';
import type { PublicCorrection } from '#shared/news/corrections.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import type { CorrectionsBody, Head } from '#shared/wire/http-api.ts';

const TIMEOUT_MS: DurationMs = 45 * SECOND_MS;
const RETRY_MS: DurationMs = 5 * SECOND_MS;

/** The corrections, newest first. Rejects if they cannot be fetched, or are older than `head`. */
async function fetchCorrections(head: Head | undefined): Promise<readonly PublicCorrection[]> {
  const response = await fetch('/api/corrections', {
    cache: 'no-cache',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body: unknown = response.ok ? await response.json() : undefined;
  const isOlder = isCorrections(body) && body.epoch === head?.epoch && body.version < head.version;
  if (!isCorrections(body) || isOlder) {
    throw new Error('/api/corrections: unexpected answer');
  }
  return body.corrections;
}

const isCorrections = isBodyOf<CorrectionsBody>('corrections');

export interface KnownCorrections {
  /** Undefined until loaded. */
  readonly list: readonly PublicCorrection[] | undefined;
  /** The last attempt failed; another follows. */
  readonly hasFailed: boolean;
}

/** The corrections, fetched again whenever `renewed` changes. */
export function useCorrections(renewed: unknown): KnownCorrections {
  const { head } = useRace();
  const [known, setKnown] = useState<KnownCorrections>({ list: undefined, hasFailed: false });
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    let isOver = false;
    let cancel: (() => void) | undefined;
    const load = async (): Promise<void> => {
      try {
        const list = await fetchCorrections(head);
        if (!isOver) setKnown({ list, hasFailed: false });
      } catch {
        if (isOver) return;
        setKnown(({ list }) => ({ list, hasFailed: true }));
        cancel = browserTimers.after(RETRY_MS, () => setAttempts((count) => count + 1));
      }
    };
    void load();
    return () => {
      isOver = true;
      cancel?.();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `head` changes with every read and must not trigger a fetch
  }, [renewed, attempts]);
  return known;
}
