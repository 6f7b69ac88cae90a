/** What somebody wrote in one field, read, or the reason why it cannot stand. */
export type FieldReading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

/** Why one field of a form, a settings file or a row cannot stand, in words for who wrote it. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export function good<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function bad(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}

type Readings = Readonly<Record<string, FieldReading<unknown>>>;
type ValuesOf<R extends Readings> = {
  readonly [Field in keyof R]: Extract<R[Field], { readonly ok: true }>['value'];
};

/** All values if every field can stand, else the errors of all that cannot, in the order given. */
export function collectReadings<R extends Readings>(
  readings: R,
):
  | { readonly ok: true; readonly values: ValuesOf<R> }
  | { readonly ok: false; readonly errors: readonly FieldError[] } {
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const field of Object.keys(readings)) {
    const reading = readings[field];
    if (reading?.ok) values[field] = reading.value;
    else if (reading) errors.push({ field, message: reading.message });
  }
  return errors.length === 0 ? { ok: true, values: values as ValuesOf<R> } : { ok: false, errors };
}
