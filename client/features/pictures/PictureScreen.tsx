import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';

import { AdminsOnly } from '#client/organisers/frame/SignedInGate.tsx';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { PictureForm } from './PictureForm.tsx';
import styles from './PictureScreen.module.css';
import type { PictureUpload } from './pictures.ts';

/** The screen of either picture, with the way to the other one. */
export function PictureScreen({ picture }: { readonly picture: PictureUpload }): ReactNode {
  return (
    <>
      <ScreenHead title={picture.title}>
        <nav className={styles.others} aria-label="Pictures">
          <NavLink to="/imageuploadlogo">Logo</NavLink>
          <NavLink to="/imageuploadbg">Background</NavLink>
        </nav>
      </ScreenHead>
      <AdminsOnly>
        <PictureForm picture={picture} />
      </AdminsOnly>
    </>
  );
}
