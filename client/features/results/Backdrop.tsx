import type { ReactNode } from 'react';

import type { PictureVersions } from '#shared/model/picture.ts';

import { findPictureAddress } from '#client/ui/picture-address.ts';
import styles from './Backdrop.module.css';

export interface BackdropProps {
  /** Undefined until they are known. */
  readonly pictures: PictureVersions | undefined;
}

/** The organiser's picture, faint behind the whole page. */
export function Backdrop({ pictures }: BackdropProps): ReactNode {
  const address = findPictureAddress('background', pictures);
  return <img className={styles.backdrop} src={address} alt="" decoding="async" />;
}
