import { type Texts, en } from '#shared/texts/en.ts';
import { createContext, useContext } from 'react';

/** Set by `client/spectators/TextsProvider.tsx`; English on the organisers' screens, which have no provider. */
export const TextsContext = createContext<Texts>(en);

export function useTexts(): Texts {
  return useContext(TextsContext);
}
