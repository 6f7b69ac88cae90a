import type { ReactNode } from 'react';

import { ScreenHead } from '../../organisers/frame/ScreenHead.tsx';

export function ConfigPage(): ReactNode {
  return <ScreenHead title="Config" />;
}
