import { type AllTexts, allEn } from '#shared/texts/en-screens.ts';
import { useTexts } from './use-texts.ts';

/** The texts of the screens with those that the page begins without: for parts of it that are fetched later. */
export function useAllTexts(): AllTexts {
  const texts = useTexts();
  // Of the languages English alone is begun in part.
  return 'tables' in texts ? (texts as AllTexts) : allEn;
}
