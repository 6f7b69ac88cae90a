import type { IconPath } from './icons.ts';
import { ICONS } from './icons.ts';

/** A home screen has room for about so many letters under an icon. */
const SHORT_NAME_LENGTH = 12;

/** The colours of the page's header and ground (`client/ui/styles/tokens.css`). */
const THEME_COLOR = '#10362a';
const BACKGROUND_COLOR = '#eef1ee';

const PURPOSES: Readonly<Partial<Record<IconPath, string>>> = {
  '/icon-192.png': 'any',
  '/icon-512.png': 'any',
  '/icon-maskable.png': 'maskable',
};

/** What a browser needs to install the page under the name and the logo of the race. */
export function presentWebManifest(title: string, logoVersion: string): object {
  return {
    id: '/',
    name: title,
    short_name: shorten(title),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: THEME_COLOR,
    background_color: BACKGROUND_COLOR,
    icons: Object.entries(PURPOSES).map(([path, purpose]) => {
      const { side } = ICONS[path as IconPath];
      return {
        src: addressIcon(path as IconPath, logoVersion),
        sizes: `${side}x${side}`,
        type: 'image/png',
        purpose,
      };
    }),
  };
}

/** After an upload the address is another one, so that a browser looks for the new icon. */
function addressIcon(path: IconPath, logoVersion: string): string {
  return logoVersion === '' ? path : `${path}?v=${encodeURIComponent(logoVersion)}`;
}

/** As many whole words as there is room for; of a longer first word its beginning. */
function shorten(title: string): string {
  const letters = [...new Intl.Segmenter().segment(title)].map(({ segment }) => segment);
  if (letters.length <= SHORT_NAME_LENGTH) return title;
  const cut = letters.slice(0, SHORT_NAME_LENGTH + 1).join('');
  const words = cut.slice(0, Math.max(0, cut.lastIndexOf(' '))).trimEnd();
  return words === '' ? letters.slice(0, SHORT_NAME_LENGTH).join('') : words;
}
