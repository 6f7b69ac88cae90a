/** A part of the draft, its path in the document (`courses.0.visits.2`), and a function that replaces it. */
export interface Bound<Value> {
  readonly at: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export function bindField<Row extends object, Key extends keyof Row & string>(
  row: Bound<Row>,
  key: Key,
): Bound<Row[Key]> {
  return {
    at: joinPath(row.at, key),
    value: row.value[key],
    onChange: (value) => row.onChange(changeField(row.value, key, value)),
  };
}

/** A required field for a control that may give none: then it takes the fallback. */
export function orElse<Value>(
  { at, value, onChange }: Bound<Value>,
  other: NoInfer<Value>,
): Bound<Value | undefined> {
  return {
    at,
    value,
    onChange: (given) => onChange(given ?? other),
  };
}

export function bindRow<Row extends object>(
  list: Bound<readonly Row[]>,
  row: Row,
  index: number,
): Bound<Row> {
  return {
    at: joinPath(list.at, String(index)),
    value: row,
    onChange: (value) => list.onChange(list.value.with(index, value)),
  };
}

/** The row with another value in a field, and with the same key; an undefined value removes the field. */
export function changeField<Row extends object, Key extends keyof Row>(
  row: Row,
  key: Key,
  value: Row[Key] | undefined,
): Row {
  const { [key]: _before, ...rest } = row;
  const changed = (value === undefined ? rest : { ...row, [key]: value }) as Row;
  return keepKey(row, changed);
}

export function moveRow<Row>(rows: readonly Row[], from: number, to: number): readonly Row[] {
  const row = rows[from];
  if (row === undefined || from === to || to < 0 || to >= rows.length) return rows;
  return rows.toSpliced(from, 1).toSpliced(to, 0, row);
}

const keys = new WeakMap<object, string>();
let made = 0;

/** Identifies a row of a list while the screen is open, however it is changed and moved. */
export function keyOf(row: object): string {
  const known = keys.get(row);
  if (known !== undefined) return known;
  made += 1;
  keys.set(row, String(made));
  return String(made);
}

/** Gives `changed` the key of `row`. */
export function keepKey<Row extends object>(row: Row, changed: Row): Row {
  keys.set(changed, keyOf(row));
  return changed;
}

function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
