/**
 * The message of any thrown value.
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

/**
 * For `catch`: rethrows every error except that of a missing file (or, in /proc, an ended process).
 * @template T
 * @param {T} instead
 * @returns {(error: unknown) => T}
 */
export function ifMissing(instead) {
  return (error) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ESRCH') return instead;
    throw error;
  };
}
