import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { endWithParent } from './end-with-parent.mjs';
import { eventually } from './eventually.ts';

export interface ProcessOptions {
  /** Laid over the environment of the tests; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Leads a process group of its own, as a command typed into a terminal does. */
  readonly group?: boolean;
}

/** A real process under test, with all it prints. */
export interface TestProcess {
  readonly pid: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output and standard error as they came in, mixed. */
  readonly output: string;
  /** The exit status; null when a signal ended it. */
  readonly exitCode: Promise<number | null>;
  readonly running: boolean;
  write(text: string): void;
  endInput(): void;
  /** Resolves with the match once the output has it; fails when the process ends without it. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends the signal and returns at once. */
  signal(signal?: NodeJS.Signals): void;
  /** Sends the signal to the whole group, as Ctrl-C in a terminal does. */
  signalGroup(signal?: NodeJS.Signals): void;
  /** Sends the signal, unless the process has ended, and waits for the end. */
  kill(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a process. The test ends it with `kill`, best in `onTestFinished`. */
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
  // In order: a launcher has a Redis of its own to end.
  endWithParent(child, 'TERM');
  let stdout = '';
  let stderr = '';
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    output += text;
  });
  // Writing to a process that has just ended is the test's to notice by its exit.
  child.stdin.on('error', (error) => {
    output += `\n[standard input: ${error.message}]\n`;
  });
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  // A command that cannot be started shows as a rejected `exitCode`, awaited or not.
  exitCode.catch((error: unknown) => {
    output += `\n[${command}: ${String(error)}]\n`;
  });

  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  const { pid = 0 } = child;
  return {
    pid,
    get stdout() {
      return stdout;
    },
    get stderr() {
      return stderr;
    },
    get output() {
      return output;
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
        const match = pattern.exec(output);
        if (match) return match;
        if (ended) return undefined;
        throw new Error(`${pattern} is not in the output yet:\n${output}`);
      });
      if (!found) throw new Error(`${command} ended without printing ${pattern}:\n${output}`);
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
