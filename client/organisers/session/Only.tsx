import type { ReactNode } from 'react';

import type { Right } from '#shared/wire/rights.ts';

import { useMay } from './use-session.ts';

interface OnlyProps {
  readonly right: Right;
  readonly children: ReactNode;
}

/** What stands there for organisers with the right alone; the server refuses the others anyway (SCREENS.md SO14). */
export function Only({ right, children }: OnlyProps): ReactNode {
  return useMay()(right) ? children : null;
}
