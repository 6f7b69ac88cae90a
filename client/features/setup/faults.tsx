import type { ReactNode } from 'react';

import { isWithin } from '#client/kit/form-fields.tsx';
import { countOf } from '#client/organisers/texts/count-words.ts';

/** Focuses the field with a fault, or the nearest one around it; opens folded rows. */
export function goToFault(path: string): void {
  const named = [...document.querySelectorAll<HTMLElement>('[data-at], section [name]')];
  const around = named.filter((each) => isWithin(path, atOf(each)));
  const found =
    named.find((each) => isWithin(atOf(each), path)) ??
    around.toSorted((one, other) => atOf(other).length - atOf(one).length)[0];
  for (let folded = found?.closest('details'); folded;) {
    folded.open = true;
    folded = folded.parentElement?.closest('details');
  }
  found?.focus();
}

function atOf(element: HTMLElement): string {
  return element.dataset['at'] ?? element.getAttribute('name') ?? '';
}

export function FaultTag({ count }: { readonly count: number }): ReactNode {
  return count === 0 ? null : (
    <span className="tag tone-alert text-s bold nowrap">{countOf(count, 'fault')}</span>
  );
}
