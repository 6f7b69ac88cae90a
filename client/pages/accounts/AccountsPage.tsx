import type { ReactNode } from 'react';

import { ScreenHead } from '../../organisers/frame/ScreenHead.tsx';

export function AccountsPage(): ReactNode {
  return <ScreenHead title="Organisers" />;
}
