import { useCallback } from 'react';
import { useIncrementalView } from '#client/live/use-incremental-view.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type Placed, PlacedRunner } from '#shared/scoring/placed-runner.ts';

export function usePlaced(result: UnrankedResult): Placed {
  return useIncrementalView(useCallback((all) => new PlacedRunner(all, result), [result]))
    .read()
    .tell();
}
