/** What a launcher cannot get past, told in two lines: what failed, and what to do about it. */
export class Failure extends Error {
  /** @override */
  name = 'Failure';

  /**
   * @param {string} what what failed, one line
   * @param {string} remedy what to do about it, one line
   */
  constructor(what, remedy) {
    super(what);
    this.remedy = remedy;
  }
}

/**
 * The message of whatever was thrown.
 * @param {unknown} error
 * @returns {string}
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The code of a system error, such as `EACCES`.
 * @param {unknown} error
 * @returns {string | undefined}
 */
export function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
