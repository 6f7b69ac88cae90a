import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';
import { useEffect } from 'react';
import { noteOnce } from '#client/live/kept-texts.ts';
import type { ConnectionState } from '#client/live/feed.ts';

const CHECK_MS: DurationMs = 10 * MINUTE_MS;
const STORAGE_KEY = 'splitcast.board-renewed-for';

/**
 * Reloads the page once the server has another release: checked whenever the page is live again, as
 * after a restart, and every ten minutes.
 */
export function useNewRelease(connection: ConnectionState, isFull: boolean): void {
  const isLive = connection === 'live' || connection === 'polling';
  useEffect(() => {
    // A reload would end full screen, which only a press can start again: it waits until full screen ends.
    if (!isLive || isFull) return undefined;
    let isOver = false;
    const check = async (): Promise<void> => {
      const entry = await findServedEntry();
      if (
        !isOver &&
        entry !== undefined &&
        entry !== findOwnEntry() &&
        noteOnce(STORAGE_KEY, entry)
      ) {
        location.reload();
      }
    };
    void check();
    const timer = setInterval(() => void check(), CHECK_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [isLive, isFull]);
}

const ENTRY = /<script\b[^>]*\bsrc="([^"]+)"/;

/** The entry script of the page that the server delivers now; undefined while it does not answer with a page. */
export async function findServedEntry(): Promise<string | undefined> {
  try {
    const headers = { accept: 'text/html' };
    const response = await fetch(location.pathname, { headers, cache: 'no-store' });
    if (!response.ok) return undefined;
    return ENTRY.exec(await response.text())?.[1];
  } catch {
    // No network, which the page shows anyway.
    return undefined;
  }
}

function findOwnEntry(): string | null | undefined {
  return document.querySelector('script[src]')?.getAttribute('src');
}
