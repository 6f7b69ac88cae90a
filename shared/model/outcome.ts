export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/** Why a field of a form, a file or a row is invalid, in words for its author. */
export interface FieldError<Field extends string = string> {
  readonly field: Field;
  readonly message: string;
}

type Readings = Readonly<Record<string, Result<unknown, string>>>;
type ValuesOf<R extends Readings> = {
  readonly [Field in keyof R]: Extract<R[Field], { readonly ok: true }>['value'];
};

/** All values if every field is valid, else all errors. */
export function collectFields<R extends Readings>(
  readings: R,
): Result<ValuesOf<R>, readonly FieldError[]> {
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const field of Object.keys(readings)) {
    const reading = readings[field];
    if (reading?.ok) values[field] = reading.value;
    else if (reading) errors.push({ field, message: reading.error });
  }
  return errors.length === 0 ? ok(values as ValuesOf<R>) : err(errors);
}
