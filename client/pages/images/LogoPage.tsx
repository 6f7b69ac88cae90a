import type { ReactNode } from 'react';

import { ScreenHead } from '../../organisers/frame/ScreenHead.tsx';

export function LogoPage(): ReactNode {
  return <ScreenHead title="Logo" />;
}
