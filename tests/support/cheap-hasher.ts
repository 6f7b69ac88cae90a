import { PasswordHasher } from '#server/identity/passwords.ts';

/** Hashes as the service does, as cheaply as argon2 allows: the real cost has its own test. */
export function createCheapHasher(): PasswordHasher {
  return new PasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 });
}
