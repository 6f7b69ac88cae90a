import type { HealthTopic } from '#shared/wire/health-api.ts';

/**
 * A sentence about the service. What strangers are told of it names no folder, which may be somebody's
 * home, and nothing else that somebody called as they liked.
 */
export interface Finding {
  /** What it is about, on the screen of organisers. */
  readonly topic: HealthTopic;
  readonly text: string;
  readonly publicText: string;
}

/** One that everybody may know. */
export function inPublic(text: string, topic: HealthTopic = 'database'): Finding {
  return { topic, text, publicText: text };
}
