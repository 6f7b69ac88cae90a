import { createContext, use } from 'react';

import type { SetupError } from '#shared/model/race-setup-schema.ts';

export const NO_FAULTS: readonly SetupError[] = [];
export const Faults = createContext<readonly SetupError[]>(NO_FAULTS);

/** The fault of a field or of anything in it; undefined for none. */
export function useFault(at: string): string | undefined {
  return use(Faults).find(({ path }) => isWithin(path, at))?.message;
}

export function useFaultCount(at: string): number {
  return use(Faults).filter(({ path }) => isWithin(path, at)).length;
}

/** The faults of a list as a whole, not of its rows. */
export function useListFaults(at: string): readonly string[] {
  return use(Faults).flatMap(({ path, message }) => (path === at ? [message] : []));
}

/** Focuses the field with a fault, also in a folded row; the nearest around it where it has no field of its own. */
export function goToFault(path: string): void {
  const named = [...document.querySelectorAll<HTMLElement>('[data-at]')];
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

function atOf({ dataset }: HTMLElement): string {
  return dataset['at'] ?? '';
}

function isWithin(path: string, at: string): boolean {
  return path === at || path.startsWith(`${at}.`);
}
