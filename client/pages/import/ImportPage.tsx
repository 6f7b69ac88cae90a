import type { ReactNode } from 'react';

import { ScreenHead } from '../../organisers/frame/ScreenHead.tsx';

export function ImportPage(): ReactNode {
  return <ScreenHead title="Import" />;
}
