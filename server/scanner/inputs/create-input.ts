import type { InputChoice } from '../options.ts';
import type { ReadDecoder } from '../read-decoder.ts';
import type { ReadInput } from './input.ts';
import type { Intake } from './intake.ts';
import { ReplayInput } from './replay-input.ts';
import { FileInput, StdinInput } from './stream-input.ts';
import { TcpInput } from './tcp-input.ts';

/** The input the operator chose. */
export function createInput(
  choice: InputChoice,
  createDecoder: () => ReadDecoder,
  intake: Intake,
  say: (text: string) => void,
): ReadInput {
  if (choice.kind === 'stdin') return new StdinInput(process.stdin, createDecoder(), intake);
  if (choice.kind === 'listen') return new TcpInput({ ...choice, createDecoder, intake, say });
  const { path, speed } = choice;
  return speed === undefined
    ? new FileInput(path, createDecoder(), intake)
    : new ReplayInput(path, speed, createDecoder(), intake);
}
