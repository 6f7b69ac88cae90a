import { expect, test } from 'vitest';

import { CallError, messageOf } from '#client/organisers/calls/call-error.ts';

const IN_BROWSER = 'Something failed in this browser. Reload the page and try again.';

test('a browser’s own error text is never shown', () => {
  const blocked = "Failed to read the 'localStorage' property from 'Window'";
  expect(messageOf(new DOMException(blocked, 'SecurityError'))).toBe(IN_BROWSER);
  expect(messageOf(new TypeError('Failed to fetch dynamically imported module'))).toBe(IN_BROWSER);
});

test('the sentence of the server or provider is shown', () => {
  const message = 'The e-mail address or the password is not right.';
  expect(messageOf(new CallError({ status: 401, message }))).toBe(message);
  const atProvider = Object.assign(new Error(message), { name: 'FirebaseError' });
  expect(messageOf(atProvider)).toBe(message);
});
