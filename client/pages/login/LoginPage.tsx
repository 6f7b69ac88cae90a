import type { ReactNode } from 'react';

import { ScreenHead } from '../../organisers/frame/ScreenHead.tsx';

export function LoginPage(): ReactNode {
  return <ScreenHead title="Login" />;
}
