import { HOUR_MS, SECOND_MS } from '#shared/model/time.ts';

/** The state of a run. `stored` and `duplicates` are in Redis, `unsent` so far only in the journal. */
export interface ProgressSnapshot {
  readonly reads: number;
  readonly stored: number;
  readonly duplicates: number;
  readonly bad: number;
  readonly unsent: number;
  readonly isConnected: boolean;
  readonly elapsedMs: number;
  /** The share of a file that is done, 0 to 1; undefined when the end is unknown. */
  readonly fraction: number | undefined;
  /** How long the rest of a replay takes at its own pace. */
  readonly remainingMs: number | undefined;
}

const BAR_CELLS = 24;
const NUMBER = new Intl.NumberFormat('en');

/** One JSON object for programs that watch the output of a scanner. */
export function presentProgressJson(snapshot: ProgressSnapshot): string {
  const { reads, stored, duplicates, bad, unsent, isConnected } = snapshot;
  const redis = isConnected ? 'connected' : 'away';
  return JSON.stringify({ reads, stored, duplicates, bad, unsent, redis });
}

/** The final line for programs. */
export function presentSummaryJson(snapshot: ProgressSnapshot): string {
  const { reads, stored, duplicates, bad, unsent } = snapshot;
  return JSON.stringify({ done: true, reads, stored, duplicates, bad, unsent });
}

/** The final line for people. */
export function presentSummary({
  reads,
  stored,
  duplicates,
  bad,
  unsent,
}: ProgressSnapshot): string {
  const rest = unsent > 0 ? `, ${count(unsent)} still to be sent` : '';
  return (
    `${count(reads)} reads: ${count(stored)} stored, ${count(duplicates)} duplicates${rest}; ` +
    `${count(bad)} bad lines.`
  );
}

/** The line that is redrawn on a terminal. */
export function presentProgressBar(snapshot: ProgressSnapshot): string {
  const { reads, stored, duplicates, bad, unsent, elapsedMs, fraction } = snapshot;
  const parts = [`${count(reads)} reads`, `${count(stored)} stored`];
  if (duplicates > 0) parts.push(`${count(duplicates)} duplicates`);
  if (bad > 0) parts.push(`${count(bad)} bad`);
  if (!snapshot.isConnected) parts.push(`waiting for Redis with ${count(unsent)}`);
  else parts.push(`${count(rate(reads - unsent, elapsedMs))}/s`);
  const restMs = findRest(snapshot);
  if (restMs !== undefined && snapshot.isConnected) parts.push(`${presentSpan(restMs)} left`);
  return `${fraction === undefined ? '' : `${presentBar(fraction)} `}${parts.join(' · ')}`;
}

function presentBar(fraction: number): string {
  const full = Math.round(fraction * BAR_CELLS);
  const percent = String(Math.floor(fraction * 100)).padStart(3);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)} ${percent} %`;
}

function findRest({ fraction, elapsedMs, remainingMs }: ProgressSnapshot): number | undefined {
  if (remainingMs !== undefined) return remainingMs;
  if (fraction === undefined || fraction === 0 || elapsedMs < SECOND_MS) return undefined;
  return (elapsedMs * (1 - fraction)) / fraction;
}

/** `2:05`, `1:00:00`. */
function presentSpan(ms: number): string {
  const clock = new Date(ms).toISOString().slice(14, 19);
  const hours = Math.floor(ms / HOUR_MS);
  return hours > 0 ? `${hours}:${clock}` : clock.replace(/^0/, '');
}

function rate(amount: number, elapsedMs: number): number {
  return Math.round((amount * SECOND_MS) / Math.max(elapsedMs, 1));
}

function count(value: number): string {
  return NUMBER.format(value);
}
