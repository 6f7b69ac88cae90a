import type { EventCode } from '#shared/model/ids.ts';

const COMPARE_PARAM = 'compare';

/** More lines are hard to distinguish, and more columns do not fit. */
export const MOST_COMPARED = 4;

export function addressComparison(event: EventCode, runnerIds: readonly string[]): string {
  return `/race?${new URLSearchParams({ tab: event, [COMPARE_PARAM]: runnerIds.join() })}`;
}

/** The ids that an address compares; undefined without a comparison. */
export function readComparison(params: URLSearchParams): readonly string[] | undefined {
  return params.get(COMPARE_PARAM)?.split(',').filter(Boolean).slice(0, MOST_COMPARED);
}
