import { PasswordHasher } from '#server/identity/passwords.ts';

/** Hashes as the service does, for as little as argon2 allows: what passwords cost is tested by itself. */
export function createCheapHasher(): PasswordHasher {
  return new PasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 });
}
