import { statSync } from 'node:fs';

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The order of the projects. Files with a process each come first, mixed, since some of them mostly wait. In the other
 * stages a process is reused while the next file is of the same project. Short files are last, so that no core waits for
 * a long one at the end.
 */
const STAGES = [
  ['faults', 'slow', 'firebase'],
  ['component'],
  ['e2e', 'journeys'],
  ['server'],
  ['core'],
];

/** Orders the files of all projects so that all cores stay busy. */
export class MixedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const names = [...new Set(files.map(({ project }) => project.name))];
    const places = names.flatMap((name) => {
      const stage = STAGES.findIndex((each) => each.includes(name));
      const own = files
        .filter(({ project }) => project.name === name)
        .map((file) => ({ file, size: statSync(file.moduleId).size }))
        .toSorted((a, b) => b.size - a.size);
      // Each project is spread over the whole of its stage.
      return own.map(({ file }, index) => ({ file, place: stage + index / own.length }));
    });
    return places.toSorted((a, b) => a.place - b.place).map(({ file }) => file);
  }
}
