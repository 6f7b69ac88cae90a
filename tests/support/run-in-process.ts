import { Writable } from 'node:stream';

import { vi } from 'vitest';

/** The output of a command, and its exit status. */
export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process, with these environment variables; one at a time. */
export async function runInProcess(
  command: (stdout: Writable) => Promise<number>,
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text: string) => void (stdout += `${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text: string) => void (stderr += `${text}\n`)),
  ];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      stdout += String(chunk);
      done();
    },
  });
  try {
    return { status: await command(stream), stdout, stderr };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}
