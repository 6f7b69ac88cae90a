import { expect, test } from 'vitest';

import { PasswordHasher } from '#server/identity/passwords.ts';

test('[AC10] a hash is argon2id with its own salt and verifies only the right password', async () => {
  const hasher = new PasswordHasher();
  const [first, second] = [await hasher.hash('a goat'), await hasher.hash('a goat')];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await hasher.verify(first, 'a goat')).toBe(true);
  expect(await hasher.verify(first, 'a boat')).toBe(false);
  expect(await hasher.verify(undefined, 'a goat')).toBe(false);
});

test('it is busy while too many wait, and completes all', async () => {
  const hasher = new PasswordHasher();
  const hashes = Array.from({ length: 70 }, (_, i) => hasher.hash(`goat ${i}`));
  expect(hasher.isBusy).toBe(true);
  expect(new Set(await Promise.all(hashes)).size).toBe(70);
  expect(hasher.isBusy).toBe(false);
});
