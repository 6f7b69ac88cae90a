import type { UnrankedResult } from '#shared/model/result.ts';
import { buildFinisher } from '#tests/scoring/build-finisher.ts';

/** A public row: of a runner still racing, unless a total or a status is given. */
export function buildResult(given: Partial<UnrankedResult> = {}): UnrankedResult {
  const { totalMs = null, status = totalMs === null ? 'racing' : 'finished' } = given;
  return buildFinisher({
    runnerId: 'r1',
    firstName: 'Siân',
    lastName: 'Prydderch',
    runClub: 'Mynydd Du',
    ageGroup: 'F40',
    bibNumber: '88',
    startedAtMs: null,
    ...given,
    totalMs,
    status,
  });
}
