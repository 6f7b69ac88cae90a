import { type AllTexts, allEn } from '#shared/texts/en-screens.ts';
import { useTexts } from './use-texts.ts';

/** All texts of the screens, for parts that are not in the first load, which has only some of them. */
export function useAllTexts(): AllTexts {
  const texts = useTexts();
  // Other languages are loaded whole.
  return 'tables' in texts ? (texts as AllTexts) : allEn;
}
