import { setTimeout as delay } from 'node:timers/promises';

import type { DurationMs } from '#shared/model/time.ts';

/** Shorter than in pages, so that some calls end without an answer. */
const ANSWER_MS: DurationMs = 3_000;

/** Posts JSON. `refused`: certainly not done; `silence`: no answer, or an unclear one. */
export async function ask<T extends object>(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<T | 'refused' | 'silence'> {
  const init = {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
  try {
    return await fetchWithin(ANSWER_MS, url, init, async (response) => {
      if (response.ok) return (await response.json()) as T;
      return response.status < 500 ? 'refused' : 'silence';
    });
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    return cause?.code === 'ECONNREFUSED' ? 'refused' : 'silence';
  }
}

/**
 * Fetches and reads an answer; rejects after `withinMs` even if `fetch` never settles, as happened in two of 25,000 calls
 * of a two-hour run.
 */
export async function fetchWithin<T>(
  withinMs: DurationMs,
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const late = delay(withinMs, undefined, { signal }).then(() => {
    throw new Error(`No answer within ${withinMs} ms.`);
  });
  try {
    return await Promise.race([fetch(url, { ...init, signal }).then(read), late]);
  } finally {
    stopping.abort();
  }
}
