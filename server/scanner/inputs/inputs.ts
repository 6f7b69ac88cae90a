import { codeOf } from '#server/system/errors.mjs';

import type { InputChoice } from '../options.ts';
import type { ReadDecoder } from '../read-decoder.ts';
import type { ReadSink, ReadInput } from './read-sink.ts';
import { ReplayInput } from './replay-input.ts';
import { FileInput, StdinInput } from './stream-input.ts';
import { TcpInput } from './tcp-input.ts';

/** The input the operator chose. */
export function createInput(
  choice: InputChoice,
  createDecoder: () => ReadDecoder,
  sink: ReadSink,
  say: (text: string) => void,
): ReadInput {
  if (choice.kind === 'stdin') return new StdinInput(process.stdin, createDecoder(), sink);
  if (choice.kind === 'listen') return new TcpInput({ ...choice, createDecoder, sink, say });
  const { path, speed } = choice;
  return speed === undefined
    ? new FileInput(path, createDecoder(), sink)
    : new ReplayInput(path, speed, createDecoder(), sink);
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'that is a folder, not a file',
  EACCES: 'this user may not open it',
  EADDRINUSE: 'another program listens there already; end it or choose another port',
  EADDRNOTAVAIL: 'this computer has no such address; 0.0.0.0 stands for all it has',
  ENOTFOUND: 'there is no such host; 0.0.0.0 stands for all addresses of this computer',
};

/** Says which input cannot be read and why, in the operator's words. */
export function describeInputError(error: Error, choice: InputChoice): string {
  const cause = CAUSES[codeOf(error) ?? ''] ?? error.message;
  return `${describeChoice(choice)}: ${cause}.`;
}

function describeChoice(choice: InputChoice): string {
  if (choice.kind === 'file') return `--file ${choice.path}`;
  return choice.kind === 'listen' ? `--listen ${choice.host}:${choice.port}` : 'Standard input';
}
