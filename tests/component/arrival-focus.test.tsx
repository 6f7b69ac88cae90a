import { act, type ReactNode, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';

import { useArrivalFocus } from '#client/ui/use-arrival-focus.ts';

function Screen(): ReactNode {
  const find = useRef<HTMLInputElement>(null);
  useArrivalFocus(find);
  return <input ref={find} aria-label="Find" />;
}

test.for([
  ['nothing', 'Find'],
  ['[aria-current]', 'Find'],
  ['main', 'Find'],
  ['button', 'Sign out'],
  ['a:not([aria-current])', 'Missing'],
] as const)('when a screen appears while %s has the focus, %s has it', async ([before, after]) => {
  document.body.innerHTML = `
    <a href="/admin" aria-current="page">Registration</a><a href="/missing">Missing</a><button>Sign out</button>
    <main id="screen" tabindex="-1"></main>`;
  const root = createRoot(document.querySelector('main') as Element);
  const page = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  page.IS_REACT_ACT_ENVIRONMENT = true;
  onTestFinished(async () => {
    await act(async () => root.unmount());
    page.IS_REACT_ACT_ENVIRONMENT = false;
    document.body.replaceChildren();
  });
  document.querySelector<HTMLElement>(before)?.focus();
  await act(async () => root.render(<Screen />));
  const { activeElement } = document;
  expect(activeElement?.getAttribute('aria-label') ?? activeElement?.textContent).toBe(after);
});
