import { isPlainObject } from '../model/json-object.ts';
import { CORRECTION_REASONS, type PublicCorrection } from '../news/corrections.ts';
import type { Head } from './http-api.ts';

/** The public corrections, newest first: the answer of GET /api/corrections. */
export interface CorrectionsBody extends Head {
  readonly corrections: readonly PublicCorrection[];
}

/** Undefined for an invalid one. */
export function parseCorrection(value: unknown): PublicCorrection | undefined {
  if (!isPlainObject(value)) return undefined;
  const { id, atMs, reason, lines } = value;
  const isCorrection =
    typeof id === 'string' &&
    Number.isFinite(atMs) &&
    CORRECTION_REASONS.some((one) => one === reason) &&
    Array.isArray(lines);
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
