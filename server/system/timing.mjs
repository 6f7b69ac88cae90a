/** @type {Readonly<Record<string, unknown>>} */
const GIVEN = JSON.parse(process.env['SPLITCAST_TIMING'] || '{}');

/**
 * A duration that tests of whole processes shorten, as in `SPLITCAST_TIMING='{"drainMs":500}'`. Not for use at a race.
 * @param {string} name
 * @param {number} ms the duration otherwise
 * @returns {number}
 */
export function timing(name, ms) {
  const given = GIVEN[name];
  return typeof given === 'number' ? given : ms;
}
