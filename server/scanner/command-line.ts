import { parseArgs } from 'node:util';

/** The options of a command by name; boolean ones take no value. */
export type OptionTable = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }>
>;

/** An invalid option: its name, the given value, and what is allowed. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** The named options, flags as empty text. Throws {@link OptionError}. */
export function readTokens<Table extends OptionTable>(
  args: readonly string[],
  options: Table,
): Map<keyof Table & string, string> {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const given = new Map<keyof Table & string, string>();
  for (const token of tokens) {
    if (token.kind === 'positional') {
      throw new OptionError(
        `${token.value} has no option: every value follows its option, as in --file ${token.value}.`,
      );
    }
    if (token.kind === 'option-terminator') continue;
    const { name, rawName, value } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) {
      const known = Object.keys(options).map((one) => `--${one}`);
      throw new OptionError(`${rawName} is not an option. There are ${known.join(', ')}.`);
    }
    if (given.has(name)) throw new OptionError(`--${name} was given twice.`);
    const isFlag = option.type === 'boolean';
    if (isFlag && value !== undefined) {
      throw new OptionError(`--${name} takes no value, but was given ${JSON.stringify(value)}.`);
    }
    if (!isFlag && (value === undefined || value === '' || value.startsWith('--'))) {
      throw new OptionError(`--${name} needs a value after it.`);
    }
    given.set(name, value ?? '');
  }
  return given;
}

export function wrong(name: string, given: string, allowed: string): OptionError {
  return new OptionError(`--${name} is ${JSON.stringify(given)}, but must be ${allowed}.`);
}

/** Parses `HOST:PORT`, with an IPv6 address in brackets. Throws {@link OptionError}. */
export function parseAddress(
  name: 'listen' | 'connect',
  given: string,
): { host: string; port: number } {
  const [, inBrackets, plain, digits] = /^(?:\[([^\]]+)\]|([^:\s]+)):(\d{1,5})$/.exec(given) ?? [];
  const host = inBrackets ?? plain;
  const port = Number(digits);
  if (host === undefined || !(port <= 65_535)) {
    const example = name === 'listen' ? '0.0.0.0:4000' : '192.168.1.20:10000';
    throw wrong(name, given, `HOST:PORT such as ${example}`);
  }
  return { host, port };
}
