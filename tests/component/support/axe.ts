import axe from 'axe-core';
import { expect } from 'vitest';

/** Checks what axe can judge without a layout: names, roles, labels, order. */
export async function expectNoViolations(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
    rules: { 'color-contrast': { enabled: false } },
  });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect(found).toEqual([]);
}
