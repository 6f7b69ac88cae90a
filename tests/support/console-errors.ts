import { format } from 'node:util';

const printed: string[] = [];

/** The output of `console.error` in the test so far; it then no longer fails the test. */
export function takeConsoleErrors(): string[] {
  return printed.splice(0);
}

/** Collects instead of printing; returns what puts the console back. */
export function collectConsoleErrors(): () => void {
  const original = console.error;
  console.error = (...parts: unknown[]) => void printed.push(format(...parts));
  return () => {
    console.error = original;
  };
}
