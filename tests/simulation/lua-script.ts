import { type Expression, parse, type Statement } from 'luaparse';

/**
 * Runs the Lua scripts of the store from their own text, as functions of JavaScript: the simulation has no Redis
 * to run them in. It knows what these scripts use of the language, and throws at anything else.
 */

/** What a script asks of Redis. A missing value is null, a status `{ ok }`, a list an array. */
export type RedisCall = (command: string, ...args: readonly string[]) => unknown;

/** An error that a script answers with. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

type Value = unknown;
type Compiled = (lua: typeof runtime, redis: Table, keys: Table, args: Table) => Value;

class Table {
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
}

/** Compiles a script once; each run is one call of the function, with what Redis answered to the caller. */
export function compileLua(
  source: string,
): (call: RedisCall, keys: readonly string[], args: readonly string[]) => unknown {
  const { body } = parse(source, { encodingMode: 'pseudo-latin1' });
  // oxlint-disable-next-line typescript/no-implied-eval -- the product's own scripts, and nothing from outside
  const compiled = new Function('$lua', '$redis', '$KEYS', '$ARGV', block(body)) as Compiled;
  return (call, keys, args) => {
    const redis = new Table();
    redis.fields.set('call', (...given: readonly Value[]) =>
      toLua(call(...(given.map(String) as [string, ...string[]]))),
    );
    redis.fields.set('error_reply', (text: string) => toLua({ err: text }));
    return toReply(compiled(runtime, redis, Table.of(keys), Table.of(args)));
  };
}

function block(body: readonly Statement[]): string {
  return body.map(statement).join('\n');
}

function statement(node: Statement): string {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- what no script uses throws below
  switch (node.type) {
    case 'LocalStatement': {
      const names = node.variables.map(({ name }) => `$${name}`);
      const [only] = node.init;
      // Only `pcall` gives more than one value.
      if (names.length > 1 && node.init.length === 1 && only)
        return `let [${names.join()}] = ${expression(only)};`;
      return names.map((name, i) => `let ${name} = ${valueAt(node.init, i)};`).join('\n');
    }
    case 'AssignmentStatement':
      return node.variables
        .map((target, i) =>
          target.type === 'Identifier'
            ? `$${target.name} = ${valueAt(node.init, i)};`
            : `$lua.put(${expression(target.base)}, ${target.type === 'IndexExpression' ? expression(target.index) : JSON.stringify(target.identifier.name)}, ${valueAt(node.init, i)});`,
        )
        .join('\n');
    case 'IfStatement':
      return node.clauses
        .map((clause) => {
          if (clause.type === 'ElseClause') return `else {${block(clause.body)}}`;
          const word = clause.type === 'IfClause' ? 'if' : 'else if';
          return `${word} ($lua.is(${expression(clause.condition)})) {${block(clause.body)}}`;
        })
        .join(' ');
    case 'ForNumericStatement': {
      const { name } = node.variable;
      const step = node.step ? expression(node.step) : '1';
      return `for (let $${name} = ${expression(node.start)}; $${name} <= ${expression(node.end)}; $${name} += ${step}) {${block(node.body)}}`;
    }
    case 'ForGenericStatement': {
      const names = node.variables.map(({ name }) => `$${name}`).join();
      return `for (let [${names}] of ${valueAt(node.iterators, 0)}) {${block(node.body)}}`;
    }
    case 'FunctionDeclaration':
      if (node.identifier?.type !== 'Identifier') break;
      return `function $${node.identifier.name}(${node.parameters.map((one) => ('name' in one ? `$${one.name}` : '')).join()}) {${block(node.body)}}`;
    case 'ReturnStatement':
      return `return ${valueAt(node.arguments, 0)};`;
    case 'CallStatement':
      return `${expression(node.expression)};`;
    default:
  }
  throw new Error(`A script has a ${node.type}, which the simulation does not know.`);
}

function valueAt(values: readonly Expression[], index: number): string {
  const value = values[index];
  return value ? expression(value) : 'undefined';
}

const OPERATORS: Readonly<Record<string, string>> = { '==': '===', '~=': '!==' };
const LIBRARY = new Set(
  'cjson ipairs math pairs pcall string table tonumber tostring type'.split(' '),
);

function expression(node: Expression): string {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- what no script uses throws below
  switch (node.type) {
    case 'Identifier':
      return LIBRARY.has(node.name) ? `$lua.library.${node.name}` : `$${node.name}`;
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return JSON.stringify(node.value);
    case 'NilLiteral':
      return 'undefined';
    case 'LogicalExpression':
      return `$lua.${node.operator}(${expression(node.left)}, () => ${expression(node.right)})`;
    case 'BinaryExpression': {
      const [left, right] = [expression(node.left), expression(node.right)];
      if (node.operator === '..') return `$lua.join(${left}, ${right})`;
      return `(${left} ${OPERATORS[node.operator] ?? node.operator} ${right})`;
    }
    case 'UnaryExpression': {
      const of = expression(node.argument);
      if (node.operator === 'not') return `!$lua.is(${of})`;
      return node.operator === '#' ? `$lua.size(${of})` : `-${of}`;
    }
    case 'MemberExpression':
      return `$lua.get(${expression(node.base)}, ${JSON.stringify(node.identifier.name)})`;
    case 'IndexExpression':
      return `$lua.get(${expression(node.base)}, ${expression(node.index)})`;
    case 'CallExpression': {
      const { base } = node;
      const args = node.arguments.map(expression).join();
      if (base.type === 'MemberExpression' && base.indexer === ':')
        return `$lua.library.string.${base.identifier.name}(${[expression(base.base), args].filter(Boolean).join()})`;
      return `${expression(base)}(${args})`;
    }
    case 'TableConstructorExpression':
      return `$lua.table([${node.fields
        .map((field) => {
          if (field.type === 'TableValue') return `[undefined, ${expression(field.value)}]`;
          const key =
            field.type === 'TableKey' ? expression(field.key) : JSON.stringify(field.key.name);
          return `[${key}, ${expression(field.value)}]`;
        })
        .join()}])`;
    default:
      throw new Error(`A script has a ${node.type}, which the simulation does not know.`);
  }
}

const patterns = new Map<string, RegExp>();
/** Of the patterns of Lua those that are written alike but for the sign of a class. */
function patternOf(text: string): RegExp {
  const known =
    patterns.get(text) ?? new RegExp(text.replaceAll('%d', '\\d').replaceAll('%w', 'a-zA-Z\\d'));
  patterns.set(text, known);
  return known;
}

function entriesOf(value: Value): readonly (readonly [Value, Value])[] {
  return [...(value as Table).fields];
}

const runtime = {
  is: (value: Value): boolean => value !== undefined && value !== false,
  and: (left: Value, right: () => Value): Value => (runtime.is(left) ? right() : left),
  or: (left: Value, right: () => Value): Value => (runtime.is(left) ? left : right()),
  join: (left: Value, right: Value): string => String(left) + String(right),
  size: (value: Value): number => (value as Table | string).length,
  get(of: Value, key: Value): Value {
    if (of instanceof Table) return of.fields.get(key);
    return (of as Readonly<Record<string, Value>>)[String(key)];
  },
  put(of: Table, key: Value, value: Value): void {
    if (value === undefined) of.fields.delete(key);
    else of.fields.set(key, value);
  },
  table(fields: readonly (readonly [Value, Value])[]): Table {
    const table = new Table();
    let place = 0;
    for (const [key, value] of fields) table.fields.set(key ?? (place += 1), value);
    return table;
  },
  library: {
    ipairs: (value: Table) => entriesOf(value).slice(0, value.length),
    pairs: entriesOf,
    tostring: String,
    tonumber: (value: Value): number | undefined => {
      const number = value === undefined || value === '' ? Number.NaN : Number(value);
      return Number.isNaN(number) ? undefined : number;
    },
    type: (value: Value): string =>
      value instanceof Table ? 'table' : value === undefined ? 'nil' : typeof value,
    pcall: (call: (...args: readonly Value[]) => Value, ...args: readonly Value[]) => {
      try {
        return [true, call(...args)];
      } catch (error) {
        return [false, String(error)];
      }
    },
    math: { floor: Math.floor, max: Math.max },
    table: {
      concat: (of: Table, between = '') =>
        entriesOf(of)
          .map(([, value]) => value)
          .join(between),
    },
    cjson: { decode: (text: string) => toLua(JSON.parse(text)) },
    string: {
      match: (text: string, pattern: string) => patternOf(pattern).exec(text)?.[0],
      sub: (text: string, from: number, to = -1) =>
        text.slice(from > 0 ? from - 1 : from, to < 0 ? text.length + 1 + to : to),
      find: (text: string, wanted: string) => {
        const at = text.indexOf(wanted);
        return at === -1 ? undefined : at + 1;
      },
      format: (form: string, value: number) => form.replace('%.0f', value.toFixed(0)),
    },
  },
};

/** As Redis gives its replies to a script, and `cjson` its objects. */
function toLua(value: unknown): Value {
  if (value === null) return false;
  if (Array.isArray(value)) return Table.of(value.map(toLua));
  if (typeof value !== 'object') return value;
  return runtime.table(Object.entries(value).map(([key, one]) => [key, toLua(one)]));
}

/** As Redis gives what a script returns to whoever ran it. */
function toReply(value: Value): unknown {
  if (value instanceof Table) {
    const failure = value.fields.get('err');
    if (failure !== undefined) throw new ScriptError(failure as string);
    return Array.from({ length: value.length }, (_, i) => toReply(value.fields.get(i + 1)));
  }
  if (typeof value === 'number') return Math.trunc(value);
  return value === false || value === undefined ? null : value;
}
