import type { KeyboardEvent } from 'react';

/** Enter in a select presses the submit button of its form, as it does in a field; not every browser does so itself. */
export function submitFromSelect(event: KeyboardEvent<HTMLSelectElement>): void {
  const { form } = event.currentTarget;
  if (event.key !== 'Enter' || form === null) return;
  event.preventDefault();
  if (!event.repeat) form.querySelector<HTMLButtonElement>('[type=submit]')?.click();
}
