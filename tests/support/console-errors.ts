import { format } from 'node:util';

const printed: string[] = [];

/** Returns the test's output of `console.error` so far, which then does not fail the test. */
export function takeConsoleErrors(): string[] {
  return printed.splice(0);
}

/** Collects instead of printing; returns a function that restores the console. */
export function collectConsoleErrors(): () => void {
  const original = console.error;
  console.error = (...parts: unknown[]) => void printed.push(format(...parts));
  return () => {
    console.error = original;
  };
}
