import type { UnrankedResult } from '../model/result.ts';
import type { Standings } from '../scoring/standings.ts';
import type { Head } from './http-api.ts';
import type { ResultPatch, ResultsDelta } from './socket-events.ts';

/**
 * What a reader at `head` does with a delta:
 * - `apply`: it continues from where the reader stands, or overlaps (values are absolute);
 * - `old`: it brings nothing the reader does not have;
 * - `gap`: changes before it are missing, so the reader resumes;
 * - `other-epoch`: the record was replaced, so the reader loads everything again.
 */
export function judgeDelta(
  head: Head,
  delta: ResultsDelta,
): 'apply' | 'old' | 'gap' | 'other-epoch' {
  if (delta.epoch !== head.epoch) return 'other-epoch';
  if (delta.version <= head.version) return 'old';
  return delta.from > head.version ? 'gap' : 'apply';
}

/**
 * Applies a delta that {@link judgeDelta} lets through. Returns false, with
 * nothing applied, when it patches a runner the standings do not know: the
 * reader then loads everything again.
 */
export function applyResultsDelta(standings: Standings, delta: ResultsDelta): boolean {
  const upserts: UnrankedResult[] = [];
  for (const patch of delta.upsert) {
    const before = standings.find(patch.runnerId);
    if (before) upserts.push({ ...before, ...patch });
    else if (isWhole(patch)) upserts.push({ ...patch, startedAtMs: patch.startedAtMs ?? null });
    else return false;
  }
  for (const runnerId of delta.remove) standings.remove(runnerId);
  for (const result of upserts) standings.put(result);
  standings.setTotals(delta.totals);
  return true;
}

/** An instance of a release without start times leaves that field out (PROTOCOL.md PR36). */
type WholePatch = Omit<UnrankedResult, 'startedAtMs'> & ResultPatch;

function isWhole(patch: ResultPatch): patch is WholePatch {
  return patch.events !== undefined && patch.splitsMs !== undefined && patch.status !== undefined;
}
