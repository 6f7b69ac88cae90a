/**
 * A REDIS_URL for people.
 * @param {string} text
 */
export function withoutPassword(text) {
  return text.replace(/:\/\/.*@/s, '://…@');
}
