import type { ReactNode } from 'react';

import { PictureScreen } from './PictureScreen.tsx';
import { BACKGROUND } from './pictures.ts';

/** Puts another background picture in place of the present one. */
export function BackgroundPage(): ReactNode {
  return <PictureScreen key={BACKGROUND.name} picture={BACKGROUND} />;
}
