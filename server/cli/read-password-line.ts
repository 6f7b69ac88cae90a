import { createInterface } from 'node:readline';

import { CommandError } from './command-error.ts';

/** The first line that comes in, as it is; none is a {@link CommandError}. */
export async function readPasswordLine(input: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input, crlfDelay: Infinity });
  try {
    for await (const line of lines) return line;
  } finally {
    lines.close();
  }
  throw new CommandError('There was no password on standard input: send it as one line.');
}
