import type { RawEnv } from './env.ts';

/** A setting, and whether it was given. Its value may be secret, and is left out. */
export interface GivenSetting {
  readonly name: string;
  readonly isSet: boolean;
}

/** An environment that notes which settings are read from it: a new setting cannot be forgotten. */
export function noteSettings(env: RawEnv): {
  readonly env: RawEnv;
  readonly list: () => readonly GivenSetting[];
} {
  const names = new Set<string>();
  const noting = new Proxy(env, {
    get(target, name) {
      if (typeof name === 'string') names.add(name);
      return Reflect.get(target, name) as string | undefined;
    },
  });
  const list = (): GivenSetting[] =>
    [...names].toSorted().map((name) => ({ name, isSet: Boolean(env[name]?.trim()) }));
  return { env: noting, list };
}
