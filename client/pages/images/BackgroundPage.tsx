import type { ReactNode } from 'react';

import { ScreenHead } from '../../organisers/frame/ScreenHead.tsx';

export function BackgroundPage(): ReactNode {
  return <ScreenHead title="Background" />;
}
