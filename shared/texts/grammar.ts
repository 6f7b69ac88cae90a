import { type DurationMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts';

/** What the files of the languages are written with. */

type Forms = Partial<Readonly<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Chooses the words for a number, which stands for each `#` in them. */
export type Plural = (count: number, forms: Forms) => string;

/** The plurals of a language, `cardinal` as in `3 runners` and `ordinal` as in `3rd`. */
export function createPlural(locale: string, type: Intl.PluralRuleType = 'cardinal'): Plural {
  let rules: Intl.PluralRules | undefined;
  return (count, forms) => {
    rules ??= new Intl.PluralRules(locale, { type });
    return (forms[rules.select(count)] ?? forms.other).replaceAll('#', String(count));
  };
}

/** The short names of units, which stay as they are after any number. */
export interface AgeUnits {
  readonly second: string;
  readonly minute: string;
  readonly hour: string;
}

/** Writes spans as exactly as it matters: `30 s`, `2 min`, `1 h 5 min`; so many seconds a step. */
export function createAge(units: AgeUnits, secondsAStep = 10): (ageMs: DurationMs) => string {
  return (ageMs) => {
    if (ageMs < MINUTE_MS) {
      const steps = Math.floor(ageMs / (secondsAStep * SECOND_MS));
      return `${steps * secondsAStep} ${units.second}`;
    }
    const minutes = Math.floor(ageMs / MINUTE_MS);
    if (ageMs < HOUR_MS) return `${minutes} ${units.minute}`;
    const hours = `${Math.floor(ageMs / HOUR_MS)} ${units.hour}`;
    return minutes % 60 === 0 ? hours : `${hours} ${minutes % 60} ${units.minute}`;
  };
}
