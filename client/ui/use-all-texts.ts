import { type AllTexts, allEn } from '#shared/texts/en-screens.ts';
import { useTexts } from './use-texts.ts';

/** All texts of the screens, including those that the page starts without: for parts that load later. */
export function useAllTexts(): AllTexts {
  const texts = useTexts();
  // Only English starts in part.
  return 'tables' in texts ? (texts as AllTexts) : allEn;
}
