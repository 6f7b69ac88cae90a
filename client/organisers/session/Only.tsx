import type { ReactNode } from 'react';

import type { Right } from '#shared/wire/auth-api.ts';

import { useMay } from './use-session.ts';

interface OnlyProps {
  readonly right: Right;
  readonly children: ReactNode;
}

/** Shows its children only to organisers with the right; the server refuses the others anyway (SCREENS.md SO14). */
export function Only({ right, children }: OnlyProps): ReactNode {
  return useMay()(right) ? children : null;
}
