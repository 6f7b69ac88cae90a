import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { PROJECT_DIR } from '#server/bootstrap/launcher.mjs';

/**
 * Puts a text between the marks `<!-- name: begin -->` and `<!-- name: end -->` of a document of the project,
 * and formats it. Throws where it lacks one of them.
 */
export function writeBetweenMarks(document: string, name: string, text: string): void {
  const file = path.join(PROJECT_DIR, document);
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const split = (whole: string, mark: string): [before: string, after: string] => {
    const at = whole.indexOf(mark);
    if (at < 0) throw new Error(`${document} lacks the mark ${mark}.`);
    return [whole.slice(0, at), whole.slice(at + mark.length)];
  };
  const [before, rest] = split(readFileSync(file, 'utf8'), begin);
  const [, after] = split(rest, end);
  writeFileSync(file, `${before}${begin}\n\n${text}\n${end}${after}`);
  execFileSync(path.join(PROJECT_DIR, 'node_modules/.bin/oxfmt'), [file]);
}
