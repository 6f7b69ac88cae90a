import { ErrorReply } from 'redis';

/** What a script uses of Lua 5.1 while it runs, as strict as Lua is. A text is one of bytes: a letter stands for each of them. */

/** nil is undefined. */
export type Value = unknown;

/** What `cjson` makes of a null: it is something, and true. */
const JSON_NULL = Symbol('cjson.null');

export class Table {
  readonly fields = new Map<Value, Value>();

  static of(values: readonly Value[]): Table {
    const table = new Table();
    for (const value of values) table.fields.set(table.fields.size + 1, value);
    return table;
  }

  get length(): number {
    let length = 0;
    while (this.fields.get(length + 1) !== undefined) length += 1;
    return length;
  }

  get list(): readonly Value[] {
    return Array.from({ length: this.length }, (_, i) => this.fields.get(i + 1));
  }
}

// oxlint-disable-next-line no-control-regex -- those of ASCII are bytes as they are
const IS_ASCII = /^[\0-\x7f]*$/;

function toBytes(letters: string): string {
  return IS_ASCII.test(letters) ? letters : Buffer.from(letters).toString('latin1');
}

function toLetters(bytes: string): string {
  return IS_ASCII.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString();
}

function fail(what: string): never {
  throw new ErrorReply(`ERR user_script: ${what}`);
}

function typeOf(value: Value): string {
  if (value instanceof Table) return 'table';
  if (value === undefined) return 'nil';
  return value === JSON_NULL ? 'userdata' : typeof value;
}

const NUMBER = /^[\t-\r ]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|0x[\da-f]+)[\t-\r ]*$/i;

function toNumber(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' ? NUMBER.exec(value)?.[1] : undefined;
  return text === undefined ? undefined : Number(text);
}

function number(value: Value): number {
  return toNumber(value) ?? fail(`a ${typeOf(value)} is no number`);
}

/** As C writes a number with `%.14g`, but for one in the very middle of two; with 17 digits whole ones and short ones. */
function write(value: number, digits: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  const rounded = Number(value.toPrecision(digits));
  const size = Math.abs(rounded);
  if (size === 0 || (size >= 1e-4 && size < 10 ** digits)) return String(rounded);
  return rounded.toExponential().replace(/(?<=[+-])\d$/, '0$&');
}

function text(value: Value): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? write(value, 14) : fail(`a ${typeOf(value)} is no text`);
}

function compare(left: Value, right: Value): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left !== 'string' || typeof right !== 'string')
    return fail(`a ${typeOf(left)} is not compared with a ${typeOf(right)}`);
  return left === right ? 0 : left < right ? -1 : 1;
}

function table(value: Value): Table {
  return value instanceof Table ? value : fail(`a ${typeOf(value)} is no table`);
}

const patterns = new Map<string, RegExp>();
/** Of the patterns of Lua those that are written alike but for the sign of a class. */
function patternOf(source: string): RegExp {
  if (/[(.*?]|%[^dw]/.test(source)) throw new Error(`The simulation does not know ${source}.`);
  const known =
    patterns.get(source) ??
    new RegExp(source.replaceAll('%d', '\\d').replaceAll('%w', 'a-zA-Z\\d'));
  patterns.set(source, known);
  return known;
}

function call(of: Value, ...args: readonly Value[]): Value {
  if (typeof of !== 'function') return fail(`a ${typeOf(of)} is no function`);
  return (of as (...given: readonly Value[]) => Value)(...args);
}

const strings: Readonly<Record<string, (...args: readonly Value[]) => Value>> = {
  match: (of, pattern) => patternOf(text(pattern)).exec(text(of))?.[0],
  sub: (of, from, to = -1) => {
    const { length } = text(of);
    const place = (at: number): number => (at < 0 ? length + 1 + at : at);
    return text(of).slice(Math.max(0, place(number(from)) - 1), Math.max(0, place(number(to))));
  },
  find: (of, wanted, from, isPlain) => {
    if (from !== 1 || isPlain !== true) throw new Error('The simulation finds plain text alone.');
    const at = text(of).indexOf(text(wanted));
    return at === -1 ? undefined : at + 1;
  },
  format: (form, value) => {
    const whole = number(value);
    if (text(form).replace('%.0f', '').includes('%') || !Number.isInteger(whole))
      throw new Error('The simulation writes whole numbers alone.');
    return text(form).replace('%.0f', String(BigInt(whole)));
  },
};

export const runtime = {
  number,
  call,
  is: (value: Value): boolean => value !== undefined && value !== false,
  and: (left: Value, right: () => Value): Value => (runtime.is(left) ? right() : left),
  or: (left: Value, right: () => Value): Value => (runtime.is(left) ? left : right()),
  isSame: (left: Value, right: Value): boolean => left === right,
  isOther: (left: Value, right: Value): boolean => left !== right,
  isLess: (left: Value, right: Value): boolean => compare(left, right) < 0,
  isAtMost: (left: Value, right: Value): boolean => compare(left, right) <= 0,
  isMore: (left: Value, right: Value): boolean => compare(left, right) > 0,
  isAtLeast: (left: Value, right: Value): boolean => compare(left, right) >= 0,
  add: (left: Value, right: Value): number => number(left) + number(right),
  subtract: (left: Value, right: Value): number => number(left) - number(right),
  multiply: (left: Value, right: Value): number => number(left) * number(right),
  divide: (left: Value, right: Value): number => number(left) / number(right),
  join: (left: Value, right: Value): string => text(left) + text(right),
  size: (value: Value): number => (typeof value === 'string' ? value : table(value)).length,
  get(of: Value, key: Value): Value {
    if (of instanceof Table) return of.fields.get(key);
    // A text has the functions of texts.
    const from = typeof of === 'string' ? strings : of;
    if (typeof from !== 'object' || from === null) return fail(`a ${typeOf(of)} has no fields`);
    return (from as Readonly<Record<string, Value>>)[String(key)];
  },
  put(of: Value, key: Value, value: Value): void {
    if (value === undefined) table(of).fields.delete(key);
    else table(of).fields.set(key ?? fail('nil is no index'), value);
  },
  method: (of: Value, name: string, ...args: readonly Value[]): Value =>
    call(runtime.get(of, name), of, ...args),
  table(fields: readonly (readonly [Value, Value])[]): Table {
    const made = new Table();
    let place = 0;
    for (const [key, value] of fields) runtime.put(made, key ?? (place += 1), value);
    return made;
  },
  /** What a script gives to a command. */
  argument: (value: Value): string =>
    typeof value === 'number'
      ? write(value, 17)
      : typeof value === 'string'
        ? toLetters(value)
        : fail('command arguments must be strings or integers'),
  library: {
    ipairs: (of: Value) => table(of).list.map((value, i) => [i + 1, value]),
    pairs: (of: Value) => [...table(of).fields],
    tostring: (value: Value): string =>
      value === undefined ? 'nil' : typeof value === 'boolean' ? String(value) : text(value),
    tonumber: toNumber,
    type: typeOf,
    pcall: (of: Value, ...args: readonly Value[]) => {
      try {
        return [true, call(of, ...args)];
      } catch (error) {
        if (!(error instanceof ErrorReply)) throw error;
        return [false, error.message];
      }
    },
    math: {
      floor: (value: Value) => Math.floor(number(value)),
      max: (...values: readonly Value[]) => Math.max(...values.map(number)),
    },
    table: {
      concat: (of: Value, between: Value = '') => table(of).list.map(text).join(text(between)),
    },
    cjson: {
      decode: (of: Value) => {
        try {
          return toLua(JSON.parse(toLetters(text(of))), JSON_NULL);
        } catch (error) {
          return fail(String(error));
        }
      },
    },
    string: strings,
  },
};

/** As Redis gives its replies to a script, and `cjson` its objects. */
export function toLua(value: unknown, missing: Value = false): Value {
  if (value === null) return missing;
  if (typeof value === 'string') return toBytes(value);
  if (Array.isArray(value)) return Table.of(value.map((one) => toLua(one, missing)));
  if (typeof value !== 'object') return value;
  return runtime.table(
    Object.entries(value).map(([key, one]) => [toBytes(key), toLua(one, missing)]),
  );
}

/** As Redis gives what a script returns to whoever ran it. @throws {ErrorReply} */
export function toReply(value: Value): unknown {
  if (value instanceof Table) {
    const failure = value.fields.get('err');
    if (typeof failure === 'string') throw new ErrorReply(toLetters(failure));
    const status = value.fields.get('ok');
    return typeof status === 'string' ? toLetters(status) : value.list.map(toReply);
  }
  // As C makes a whole number of one that is none, or too large.
  if (typeof value === 'number') return Math.abs(value) < 2 ** 63 ? Math.trunc(value) : -(2 ** 63);
  if (value === true) return 1;
  return typeof value === 'string' ? toLetters(value) : null;
}
