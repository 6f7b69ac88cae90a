import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { endWithParent } from './end-with-parent.mjs';
import { eventually } from './eventually.ts';

export interface ProcessOptions {
  /** Changes to the environment of the tests; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Leads a process group of its own, as a command typed into a terminal does. */
  readonly group?: boolean;
}

/** A real process under test, with its output. */
export interface TestProcess {
  readonly pid: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output and standard error, interleaved. */
  readonly output: string;
  /** The exit status; null when a signal ended it. */
  readonly exitCode: Promise<number | null>;
  readonly running: boolean;
  write(text: string): void;
  endInput(): void;
  /** Resolves with the match once the output contains it; rejects if the process ends without. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends the signal and returns at once. */
  signal(signal?: NodeJS.Signals): void;
  /** Sends the signal to the whole group, as Ctrl-C in a terminal does. */
  signalGroup(signal?: NodeJS.Signals): void;
  /** Sends the signal, unless the process has ended, and waits for the end. */
  kill(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a process, which the test has to end with `kill`. */
export function startProcess(
  command: string,
  args: readonly string[],
  { env = {}, cwd, group = false }: ProcessOptions = {},
): TestProcess {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    detached: group,
    ...(cwd === undefined ? {} : { cwd }),
  });
  // By SIGTERM: a launcher has to stop its own Redis.
  endWithParent(child, 'TERM');
  const printed = { stdout: '', stderr: '', output: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
      printed.output += text;
    });
  }
  // The exit shows that a process ended before it was written to.
  child.stdin.on('error', (error) => {
    printed.output += `\n[standard input: ${error.message}]\n`;
  });
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  // A command that cannot be started rejects `exitCode`, awaited or not.
  exitCode.catch((error: unknown) => {
    printed.output += `\n[${command}: ${String(error)}]\n`;
  });

  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  const { pid = 0 } = child;
  return {
    pid,
    get stdout() {
      return printed.stdout;
    },
    get stderr() {
      return printed.stderr;
    },
    get output() {
      return printed.output;
    },
    get running() {
      return running();
    },
    exitCode,
    write: (text) => void child.stdin.write(text),
    endInput: () => void child.stdin.end(),
    async waitForOutput(pattern) {
      let over = false;
      void exitCode.then(
        () => (over = true),
        () => (over = true),
      );
      const found = await eventually(() => {
        const ended = over;
        const match = pattern.exec(printed.output);
        if (match) return match;
        if (ended) return undefined;
        throw new Error(`${pattern} is not in the output yet:\n${printed.output}`);
      });
      if (!found)
        throw new Error(`${command} ended without printing ${pattern}:\n${printed.output}`);
      return found;
    },
    signal: (signal = 'SIGTERM') => void child.kill(signal),
    signalGroup: (signal = 'SIGTERM') => void process.kill(-pid, signal),
    async kill(signal = 'SIGTERM') {
      if (running()) child.kill(signal);
      return exitCode;
    },
  };
}
