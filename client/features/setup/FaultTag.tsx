import type { ReactNode } from 'react';

/** The number of faults in a frame; empty for none. */
export function FaultTag({ count }: { readonly count: number }): ReactNode {
  return count === 0 ? null : (
    <span className="tag tone-alert text-s bold nowrap">{describeFaults(count)}</span>
  );
}

export function describeFaults(count: number): string {
  return count === 1 ? '1 fault' : `${count} faults`;
}
