import type { ReactNode } from 'react';

import { PictureScreen } from './PictureScreen.tsx';
import { LOGO } from './pictures.ts';

/** Puts another logo in place of the present one. */
export function LogoPage(): ReactNode {
  return <PictureScreen key={LOGO.name} picture={LOGO} />;
}
