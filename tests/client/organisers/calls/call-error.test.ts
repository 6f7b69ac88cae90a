import { expect, test } from 'vitest';

import { CallError, messageOf } from '#client/organisers/calls/call-error.ts';

const IN_BROWSER = 'Something failed in this browser. Reload the page and try again.';

test('what a browser throws is never shown in its own words', () => {
  const blocked = "Failed to read the 'localStorage' property from 'Window'";
  expect(messageOf(new DOMException(blocked, 'SecurityError'))).toBe(IN_BROWSER);
  expect(messageOf(new TypeError('Failed to fetch dynamically imported module'))).toBe(IN_BROWSER);
});

test('what the server or the provider says is', () => {
  const message = 'The e-mail address or the password is not right.';
  expect(messageOf(new CallError({ status: 401, message }))).toBe(message);
  const atProvider = Object.assign(new Error(message), { name: 'FirebaseError' });
  expect(messageOf(atProvider)).toBe(message);
});
