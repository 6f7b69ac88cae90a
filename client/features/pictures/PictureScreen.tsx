import type { ReactNode } from 'react';
import { Link } from '#client/ui/Link.tsx';
import { useLocation } from 'react-router-dom';
import { AdminsOnly } from '#client/organisers/frame/SignedInGate.tsx';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import type { PictureUpload } from './PictureForm.tsx';
import { PictureForm } from './PictureForm.tsx';
import styles from './PictureScreen.module.css';

/** Puts another background picture in place of the present one. */
export function BackgroundPage(): ReactNode {
  return <PictureScreen key={BACKGROUND.name} picture={BACKGROUND} />;
}

/** Puts another logo in place of the present one. */
export function LogoPage(): ReactNode {
  return <PictureScreen key={LOGO.name} picture={LOGO} />;
}

const LOGO: PictureUpload = {
  name: 'logo',
  title: 'Logo',
  label: 'Upload to overwrite logo file (png)',
  hint: 'Shown at the top of the results. PNG, at most 5 MB and 16 million pixels; it is made smaller to 512 pixels a side.',
  accept: 'image/png',
  path: '/upload-image',
};

const BACKGROUND: PictureUpload = {
  name: 'background',
  title: 'Background',
  label: 'Upload to background image',
  hint: 'Shown behind the results, under a veil. JPEG, at most 20 MB and 50 million pixels; it is made smaller to 2,400 pixels a side.',
  accept: 'image/jpeg',
  path: '/upload-background',
};

/** The screen of either picture, with the way to the other one. */
function PictureScreen({ picture }: { readonly picture: PictureUpload }): ReactNode {
  const { pathname } = useLocation();
  const linkTo = (to: string, label: string): ReactNode => (
    <Link to={to} aria-current={pathname === to ? 'page' : undefined}>
      {label}
    </Link>
  );
  return (
    <>
      <ScreenHead title={picture.title}>
        <nav className={styles.others} aria-label="Pictures">
          {linkTo('/imageuploadlogo', 'Logo')}
          {linkTo('/imageuploadbg', 'Background')}
        </nav>
      </ScreenHead>
      <AdminsOnly>
        <PictureForm picture={picture} />
      </AdminsOnly>
    </>
  );
}
