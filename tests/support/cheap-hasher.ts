import { PasswordHasher } from '#server/identity/passwords.ts';

/** Hashes like the service, at argon2's lowest cost; the real cost has its own test. */
export function createCheapHasher(): PasswordHasher {
  return new PasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 });
}
