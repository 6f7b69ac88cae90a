import { useCallback } from 'react';
import { useInStep } from '#client/live/use-in-step.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type Placed, PlacedRunner } from '#shared/scoring/placed-runner.ts';

export function usePlaced(result: UnrankedResult): Placed {
  return useInStep(useCallback((all) => new PlacedRunner(all, result), [result]))
    .read()
    .tell();
}
