/** @type {Readonly<Record<string, unknown>>} */
const GIVEN = JSON.parse(process.env['SPLITCAST_TIMING'] || '{}');

/**
 * A span of time that the tests of whole processes shorten, as in `SPLITCAST_TIMING='{"drainMs":500}'`. It is no
 * setting for a race.
 * @param {string} name
 * @param {number} ms how long it is otherwise
 * @returns {number}
 */
export function timing(name, ms) {
  const given = GIVEN[name];
  return typeof given === 'number' ? given : ms;
}
