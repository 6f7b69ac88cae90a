import type { ReactNode } from 'react';

import { ScreenHead } from '../../organisers/frame/ScreenHead.tsx';

export function AdminPage(): ReactNode {
  return <ScreenHead title="Registration" />;
}
