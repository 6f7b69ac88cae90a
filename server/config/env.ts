/** The process's settings as given, before any check. The only reader of the environment. */
export type RawEnv = Readonly<Record<string, string | undefined>>;

export function readEnv(): RawEnv {
  return process.env;
}
