import { codeOf } from '#server/system/errors.mjs';

import type { InputChoice } from '../options.ts';

/** The input cannot be read; the message says which and what to do. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'that is a folder, not a file',
  EACCES: 'this user may not open it',
  EADDRINUSE: 'another program listens there already; end it or choose another port',
  EADDRNOTAVAIL: 'this computer has no such address; 0.0.0.0 stands for all it has',
  ENOTFOUND: 'there is no such host; 0.0.0.0 stands for all addresses of this computer',
};

/** Says what is wrong with the chosen input in the operator's words. */
export function presentInputError(error: Error, choice: InputChoice): InputError {
  const cause = CAUSES[codeOf(error) ?? ''] ?? error.message;
  return new InputError(`${presentChoice(choice)}: ${cause}.`, { cause: error });
}

function presentChoice(choice: InputChoice): string {
  if (choice.kind === 'file') return `--file ${choice.path}`;
  return choice.kind === 'listen' ? `--listen ${choice.host}:${choice.port}` : 'Standard input';
}
