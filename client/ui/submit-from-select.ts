import type { KeyboardEvent } from 'react';

/** Enter in a select submits its form, as it does in a field; not all browsers do that. */
export function submitFromSelect(event: KeyboardEvent<HTMLSelectElement>): void {
  const { form } = event.currentTarget;
  if (event.key !== 'Enter' || form === null) return;
  event.preventDefault();
  if (!event.repeat) form.querySelector<HTMLButtonElement>('[type=submit]')?.click();
}
