import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';

import {
  ORGANISERS_SCREENS,
  SPECTATORS_SCREENS,
  findRunnerPath,
  findScreen,
} from '#shared/wire/screens.ts';

test('[CL7] a screen is found in letters of any case, with a slash at its end or none', () => {
  const screens = Object.entries({ ...ORGANISERS_SCREENS, ...SPECTATORS_SCREENS });
  const given = screens.flatMap(([name, path]) =>
    // Nobody is called `:asked`, and two slashes would name another host.
    path.includes(':')
      ? []
      : [path, path.toUpperCase(), path === '/' ? path : `${path}/`].map((one) => [one, name]),
  );
  expect(given.map(([path = '']) => [path, findScreen(path)?.name])).toEqual(given);
});

test('[CL7] a runner’s page is found by any id or bib', () => {
  // Longer ones are nobody's.
  const ids = string({ minLength: 1, maxLength: 30, unit: 'grapheme' }).filter(
    (id) => encodeURIComponent(id).length <= 300,
  );
  assert(
    property(ids, (runnerId) => {
      const path = findRunnerPath({ runnerId });
      expect(findScreen(path)).toEqual({ name: 'runner', asked: runnerId });
      expect(findScreen(`${path}/Certificate/`)).toEqual({ name: 'certificate', asked: runnerId });
    }),
  );
});

test('[CL7] other paths are no screens', () => {
  const none = [
    '',
    '//',
    '/board/x',
    '/admin//',
    '/runner',
    '/runner/',
    '/runner/%E0%A4%A',
    '/runner/7/x',
    `/runner/${'7'.repeat(301)}`,
  ];
  expect(none.filter((path) => findScreen(path))).toEqual([]);
});
