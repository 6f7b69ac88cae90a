import { type Texts, en } from '#shared/texts/en.ts';
import { createContext, useContext } from 'react';

/** Set by `client/spectators/TextsProvider.tsx`. Without it, as on the organisers' screens, it is English. */
export const TextsContext = createContext<Texts>(en);

export function useTexts(): Texts {
  return useContext(TextsContext);
}
