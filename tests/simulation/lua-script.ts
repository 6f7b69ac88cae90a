import { createHash } from 'node:crypto';

import { type Expression, parse, type Statement } from 'luaparse';

import { runtime, Table, toLua, toReply, type Value } from './lua-runtime.ts';

/**
 * Runs the Lua scripts of the store from their own text, as functions of JavaScript: the simulation has no Redis
 * to run them in. It knows what these scripts use of the language, and throws at anything else.
 */

/** What a script asks of Redis. A missing value is null, a status `{ ok }`, a list an array. @throws {ErrorReply} */
export type RedisCall = (command: string, ...args: readonly string[]) => unknown;

type Compiled = (lua: typeof runtime, redis: Table, keys: Value, args: Value) => Value;

/** A script that is run with what Redis answered to the caller. @throws {ErrorReply} */
export type Script = (call: RedisCall, keys: readonly string[], args: readonly string[]) => unknown;

/** The scripts there are, by their names, and their names by their texts: compiled once for all courses. */
const scripts = new Map<string, Script>();
const names = new Map<string, string>();

/** The name under which a script is found. */
export function nameScript(source: string): string {
  const known = names.get(source);
  if (known !== undefined) return known;
  const sha1 = createHash('sha1').update(source).digest('hex');
  names.set(source, sha1);
  scripts.set(sha1, compile(source));
  return sha1;
}

export function findScript(sha1: string): Script | undefined {
  return scripts.get(sha1);
}

function compile(source: string): Script {
  const { body } = parse(source, { encodingMode: 'pseudo-latin1' });
  // oxlint-disable-next-line typescript/no-implied-eval -- the product's own scripts, and nothing from outside
  const compiled = new Function('$lua', '$redis', '$KEYS', '$ARGV', block(body)) as Compiled;
  return (call, keys, args) => {
    const redis = new Table();
    redis.fields.set('call', (...given: readonly Value[]) =>
      toLua(call(...(given.map(runtime.argument) as [string, ...string[]]))),
    );
    redis.fields.set('error_reply', (text: Value) => runtime.table([['err', text]]));
    return toReply(compiled(runtime, redis, toLua(keys), toLua(args)));
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
      return `for (let $${name} = $lua.number(${expression(node.start)}), end = $lua.number(${expression(node.end)}); $${name} <= end; $${name} += ${step}) {${block(node.body)}}`;
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

const OPERATORS: Readonly<Record<string, string>> = {
  '==': 'isSame',
  '~=': 'isOther',
  '<': 'isLess',
  '<=': 'isAtMost',
  '>': 'isMore',
  '>=': 'isAtLeast',
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '..': 'join',
};
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
      const operation = OPERATORS[node.operator];
      if (!operation) break;
      return `$lua.${operation}(${expression(node.left)}, ${expression(node.right)})`;
    }
    case 'UnaryExpression': {
      const of = expression(node.argument);
      if (node.operator === 'not') return `!$lua.is(${of})`;
      return node.operator === '#' ? `$lua.size(${of})` : `$lua.subtract(0, ${of})`;
    }
    case 'MemberExpression':
      return `$lua.get(${expression(node.base)}, ${JSON.stringify(node.identifier.name)})`;
    case 'IndexExpression':
      return `$lua.get(${expression(node.base)}, ${expression(node.index)})`;
    case 'CallExpression': {
      const { base } = node;
      const args = node.arguments.map(expression).join();
      if (base.type === 'MemberExpression' && base.indexer === ':')
        return `$lua.method(${[expression(base.base), JSON.stringify(base.identifier.name), args].filter(Boolean).join()})`;
      return `$lua.call(${[expression(base), args].filter(Boolean).join()})`;
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
  }
  throw new Error(`A script has a ${node.type}, which the simulation does not know.`);
}
