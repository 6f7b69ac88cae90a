import { expect, test } from 'vitest';

import { PasswordHasher } from '#server/identity/passwords.ts';

test('[AC10] a hash is argon2id with its own salt, and of the right password alone', async () => {
  const hasher = new PasswordHasher();
  const [first, second] = [await hasher.hash('a goat'), await hasher.hash('a goat')];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await hasher.verify(first, 'a goat')).toBe(true);
  expect(await hasher.verify(first, 'a boat')).toBe(false);
  expect(await hasher.verify(undefined, 'a goat')).toBe(false);
  expect(hasher.isOutdated(first)).toBe(false);
  expect(hasher.isOutdated(first.replace('t=2', 't=1'))).toBe(true);
});

test('it is busy while too many wait, and none of them is lost', async () => {
  const hasher = new PasswordHasher();
  const hashes = Array.from({ length: 70 }, (_, i) => hasher.hash(`goat ${i}`));
  expect(hasher.isBusy).toBe(true);
  expect(new Set(await Promise.all(hashes)).size).toBe(70);
  expect(hasher.isBusy).toBe(false);
});
