import type { ReactNode } from 'react';

import { ScreenHead } from '../../organisers/frame/ScreenHead.tsx';

export function MissingPage(): ReactNode {
  return <ScreenHead title="Missing Runners" />;
}
