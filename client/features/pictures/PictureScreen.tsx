import type { ReactNode } from 'react';
import { ScreenGate } from '#client/organisers/frame/SignedInGate.tsx';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { PictureForm, type PictureUpload } from './PictureForm.tsx';

export function BackgroundPage(): ReactNode {
  return <PictureScreen key={BACKGROUND.name} picture={BACKGROUND} />;
}

export function LogoPage(): ReactNode {
  return <PictureScreen key={LOGO.name} picture={LOGO} />;
}

const LOGO: PictureUpload = {
  name: 'logo',
  screen: SCREENS.logo,
  label: 'Upload to overwrite logo file (png)',
  hint: 'Shown at the top of the results. PNG, at most 5 MB and 16 million pixels; it is scaled down to 512 pixels a side.',
  accept: 'image/png',
  path: '/upload-image',
};

const BACKGROUND: PictureUpload = {
  name: 'background',
  screen: SCREENS.background,
  label: 'Upload to background image',
  hint: 'Shown dimmed behind the results. JPEG, at most 20 MB and 50 million pixels; it is scaled down to 2,400 pixels a side.',
  accept: 'image/jpeg',
  path: '/upload-background',
};

function PictureScreen({ picture }: { readonly picture: PictureUpload }): ReactNode {
  return (
    <>
      <ScreenHead screen={picture.screen} />
      <ScreenGate screen={picture.screen}>
        <PictureForm picture={picture} />
      </ScreenGate>
    </>
  );
}
