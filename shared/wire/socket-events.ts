import type { EventTotals, UnrankedResult } from '../model/result.ts';
import type { ConfigBody, Head } from './http-api.ts';

/** The shortest time between two `results` messages to one viewer: at most four a second. */
export const MIN_PUSH_INTERVAL_MS = 250;

/** The longest, under a load that leaves no room for more. */
export const MAX_PUSH_INTERVAL_MS = 1_000;

/** Polling of GET /api while the socket is down (PROTOCOL.md PR17). */
export const PUBLIC_POLL_MS = 10_000;

/** First message after connecting: the head of this server. */
export interface Hello extends Head {
  /** For programs. */
  readonly protocol: 1;
  /** Names the page that this server serves: a page of another build reloads itself. */
  readonly build: string;
  readonly serverTime: number;
}

/** The fields of a result that changed; all of them for a runner new to the list. */
export type ResultPatch = Partial<UnrankedResult> & Pick<UnrankedResult, 'runnerId'>;

/** What changed after `from` up to `version`; values are absolute, so applying twice is harmless. */
export interface ResultsDelta extends Head {
  readonly from: number;
  readonly upsert: readonly ResultPatch[];
  readonly remove: readonly string[];
  readonly totals: EventTotals;
  /** Runners who became private, listed or not: a page shows them by the bib alone (PROTOCOL.md PV3). */
  readonly hidden?: readonly string[];
}

/** The answer to `resume`: exactly one of the three. */
export type ResumeReply =
  | { readonly results: ResultsDelta }
  | { readonly current: true }
  | { readonly resync: true };

/** Namespace `/`, server to browser. */
export interface PublicServerEvents {
  hello: (hello: Hello) => void;
  results: (delta: ResultsDelta) => void;
  config: (config: ConfigBody) => void;
  /** Fetch GET /api again. */
  resync: (head: Head) => void;
}

/** Namespace `/`, browser to server. */
export interface PublicClientEvents {
  resume: (from: Head, reply: (answer: ResumeReply) => void) => void;
}
