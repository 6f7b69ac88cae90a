import { foldBib } from '#shared/format/fold-text.ts';
import type { RunnerBody } from '#shared/wire/runner-api.ts';
import { findScreen } from '#shared/wire/screens.ts';

/** The id or bib in the address of a runner's page; undefined for other pages. */
export function findAskedRunner(pathname: string): string | undefined {
  const screen = findScreen(pathname);
  return screen?.name === 'runner' ? screen.asked : undefined;
}

/** Whether a body is about the runner with this id or bib. */
export function isAbout({ runner }: RunnerBody, asked: string): boolean {
  const { runnerId, bibNumber } = runner.kind === 'listed' ? runner.result : runner.starter;
  return runnerId === asked || foldBib(bibNumber) === foldBib(asked);
}
