import { isPlainObject } from '../model/json-object.ts';
import { CORRECTION_REASONS, type PublicCorrection } from '../news/corrections.ts';
import { RUNNER_STATUSES } from '../model/result.ts';
import type { Head } from './http-api.ts';

/** The public corrections, newest first: the answer of GET /api/corrections. */
export interface CorrectionsBody extends Head {
  readonly corrections: readonly PublicCorrection[];
}

/** Undefined for an invalid one, and for one whose lines or reason only a later release knows. */
export function parseCorrection(value: unknown): PublicCorrection | undefined {
  if (!isPlainObject(value)) return undefined;
  const { id, atMs, reason, point, lines, more } = value;
  const isCorrection =
    typeof id === 'string' &&
    Number.isFinite(atMs) &&
    CORRECTION_REASONS.some((one) => one === reason) &&
    (point === null || isPoint(point)) &&
    Array.isArray(lines) &&
    lines.every(isLine) &&
    Number.isFinite(more);
  return isCorrection ? (value as unknown as PublicCorrection) : undefined;
}

export function parseCorrections(value: unknown): readonly PublicCorrection[] | undefined {
  const list = isPlainObject(value) ? value['corrections'] : undefined;
  return Array.isArray(list) ? list.flatMap((one) => parseCorrection(one) ?? []) : undefined;
}

/** Whether an answer is older than `head`: from another instance, which is behind. */
export function isOlder(body: unknown, head: Head | undefined): boolean {
  if (!isPlainObject(body) || body['epoch'] !== head?.epoch) return false;
  return typeof body['version'] === 'number' && body['version'] < (head?.version ?? 0);
}

function isPoint(value: unknown): boolean {
  return value === 'finish' || Number.isSafeInteger(value);
}

function isLine(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { kind, event, point, byMs, count, runnerId, bib, was, is, split } = value;
  if (kind === 'shift') {
    const isOfPoint = point === null || isPoint(point);
    return (
      typeof event === 'string' && isOfPoint && Number.isFinite(byMs) && Number.isFinite(count)
    );
  }
  return (
    kind === 'result' &&
    typeof runnerId === 'string' &&
    typeof bib === 'string' &&
    isPublished(was) &&
    (is === null || isPublished(is)) &&
    (split === undefined || isSplit(split))
  );
}

function isPublished(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { event, status, totalMs, place } = value;
  const isStatus = RUNNER_STATUSES.some((one) => one === status);
  return typeof event === 'string' && isStatus && isSpan(totalMs) && isSpan(place);
}

function isSplit(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  return isPoint(value['slot']) && Number.isFinite(value['wasMs']) && isSpan(value['isMs']);
}

function isSpan(value: unknown): boolean {
  return value === null || Number.isFinite(value);
}
