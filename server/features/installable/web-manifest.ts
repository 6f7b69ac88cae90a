import { type IconPath, ICONS } from './icons.ts';

/** A home screen has room for about this many letters below an icon. */
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

/** An upload changes the address, so that a browser looks for the new icon. */
function addressIcon(path: IconPath, logoVersion: string): string {
  return logoVersion === '' ? path : `${path}?v=${encodeURIComponent(logoVersion)}`;
}

/**
 * As many whole words as fit, without a short word at the end that would lead to the omitted ones.
 * Where only a short word would be left, enough words to identify the race, which the home screen
 * cuts off; of a longer first word its beginning.
 */
function shorten(title: string): string {
  if (lengthOf(title) <= SHORT_NAME_LENGTH) return title;
  const words = title.split(/\s+/u).filter((word) => word !== '');
  const [first = ''] = words;
  if (lengthOf(first) > SHORT_NAME_LENGTH) {
    return lettersOf(first).slice(0, SHORT_NAME_LENGTH).join('');
  }
  let most = words.findIndex(
    (_, at) => lengthOf(words.slice(0, at + 1).join(' ')) > SHORT_NAME_LENGTH,
  );
  if (most === -1) most = words.length;
  while (most > 1 && isLittle(words[most - 1] ?? '')) most -= 1;
  if (most > 1 || lengthOf(first) > LITTLE) return words.slice(0, most).join(' ');
  while (most < words.length && (most < 2 || isLittle(words[most - 1] ?? ''))) most += 1;
  return words.slice(0, most).join(' ');
}

const LITTLE = 3;
const isLittle = (word: string): boolean => lengthOf(word) <= LITTLE && !/\p{N}/u.test(word);

function lengthOf(text: string): number {
  return lettersOf(text).length;
}

/** The letters as people see them: a letter with its marks is one. */
function lettersOf(text: string): string[] {
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
}
