import type { HealthTopic } from '#shared/wire/health-api.ts';

/**
 * A sentence about the service. The public form names no folder, which may be somebody's home, and
 * nothing else that somebody named freely.
 */
export interface Finding {
  readonly topic: HealthTopic;
  readonly text: string;
  readonly publicText: string;
}

/** A finding that everybody may see. */
export function inPublic(text: string, topic: HealthTopic = 'database'): Finding {
  return { topic, text, publicText: text };
}
