import { screen } from '@testing-library/dom';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';

import { noteBuild } from '#client/live/other-build.ts';
import { NewVersion } from '#client/ui/NewVersion.tsx';

const page = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
const isOffered = (): boolean =>
  screen.queryByRole('button', { name: 'New version: reload' }) !== null;

/** Opens a page of the build `/a.js` with this content; `greet` receives a server's `hello`. */
async function openPage(content = '') {
  page.IS_REACT_ACT_ENVIRONMENT = true;
  document.head.innerHTML = '<script type="module" src="/a.js"></script>';
  document.body.innerHTML = `<div id="bar"></div><main>${content}</main>`;
  const reload = vi.fn();
  const greet = (build: string) => act(async () => noteBuild(build, reload));
  const root = createRoot(document.querySelector('#bar') as Element);
  await act(async () => root.render(<NewVersion />));
  onTestFinished(async () => {
    await greet('');
    await act(async () => root.unmount());
    page.IS_REACT_ACT_ENVIRONMENT = false;
    document.head.replaceChildren();
    document.body.replaceChildren();
    sessionStorage.clear();
  });
  return { reload, greet };
}

test('[PR7] a page of another build reloads itself, once for each build', async () => {
  const { reload, greet } = await openPage('<input type="search"><input type="checkbox" checked>');
  await greet('/a.js');
  await greet('');
  expect(reload).not.toHaveBeenCalled();
  await greet('/b.js');
  expect(reload).toHaveBeenCalledTimes(1);
  expect(isOffered()).toBe(false);
  await greet('/b.js');
  expect(reload).toHaveBeenCalledTimes(1);
  expect(isOffered()).toBe(true);
  await greet('/c.js');
  expect(reload).toHaveBeenCalledTimes(2);
});

test('[PR7] between two instances of different builds a page does not reload forever', async () => {
  const { reload, greet } = await openPage();
  const [script] = document.head.children;
  for (const [own, served] of Array.from({ length: 6 }, (_, at) =>
    at % 2 === 0 ? ['/a.js', '/b.js'] : ['/b.js', '/a.js'],
  )) {
    script?.setAttribute('src', own ?? '');
    await greet(served ?? '');
  }
  expect(reload).toHaveBeenCalledTimes(2);
  expect(isOffered()).toBe(true);
});

test('[PR7] over typed text a bar offers to reload, until the builds are the same again', async () => {
  const { reload, greet } = await openPage('<input value="x">');
  await greet('/b.js');
  expect(reload).not.toHaveBeenCalled();
  expect(isOffered()).toBe(true);
  await greet('/a.js');
  expect(isOffered()).toBe(false);
});
