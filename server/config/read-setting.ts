/** An invalid setting: its name, the given value, and what is allowed. */
export class SettingError extends Error {
  override readonly name = 'SettingError';

  constructor(setting: string, given: string, allowed: string) {
    super(`${setting} is ${JSON.stringify(given)}, but must be ${allowed}.`);
  }
}

/** The trimmed value; `fallback` if absent or empty. */
export function text(env: RawEnv, name: string, fallback: string): string {
  const given = env[name]?.trim();
  return given ? given : fallback;
}

/** A whole number from `min` to `max`; `allowed` describes the values in an error. */
export function wholeNumber(
  env: RawEnv,
  name: string,
  fallback: number,
  min: number,
  max: number,
  allowed = `a whole number from ${min} to ${max}`,
): number {
  const given = text(env, name, String(fallback));
  const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw new SettingError(name, given, allowed);
  }
  return value;
}

export function oneOf<T extends string>(
  env: RawEnv,
  name: string,
  fallback: T,
  allowed: readonly T[],
): T {
  const given = text(env, name, fallback);
  const found = allowed.find((value) => value === given);
  if (found === undefined) throw new SettingError(name, given, `one of ${allowed.join(', ')}`);
  return found;
}

/** The settings of the process, unchecked. */
export type RawEnv = Readonly<Record<string, string | undefined>>;

/** The only access to the environment. */
export function readEnv(): RawEnv {
  return process.env;
}
