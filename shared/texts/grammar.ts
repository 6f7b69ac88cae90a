import { type DurationMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts';

/** Helpers for the files of the languages. */

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

/** Writes a distance with at most one decimal: `8.4 km`, in German `8,4 km`. */
export function createKilometres(locale: string): (metres: number) => string {
  let format: Intl.NumberFormat | undefined;
  return (metres) => {
    format ??= new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'kilometer',
      maximumFractionDigits: 1,
    });
    return format.format(metres / 1_000);
  };
}

/** The short names of units, which stay as they are after any number. */
export interface AgeUnits {
  readonly second: string;
  readonly minute: string;
  readonly hour: string;
  readonly day: string;
}

const HOURS_A_DAY = 24;

/** `1 h 5 min`, or `1 h` without the smaller unit. */
function join(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/**
 * Writes spans as precisely as it matters: `30 s`, `2 min`, `1 h 5 min`, `21 d 11 h`; seconds in steps of
 * `secondsAStep`.
 */
export function createAge(units: AgeUnits, secondsAStep = 10): (ageMs: DurationMs) => string {
  return (ageMs) => {
    if (ageMs < MINUTE_MS) {
      const steps = Math.floor(ageMs / (secondsAStep * SECOND_MS));
      return `${steps * secondsAStep} ${units.second}`;
    }
    const minutes = Math.floor(ageMs / MINUTE_MS);
    if (ageMs < HOUR_MS) return `${minutes} ${units.minute}`;
    const hours = Math.floor(ageMs / HOUR_MS);
    if (hours >= HOURS_A_DAY) {
      return join(Math.floor(hours / HOURS_A_DAY), units.day, hours % HOURS_A_DAY, units.hour);
    }
    return join(hours, units.hour, minutes % 60, units.minute);
  };
}
