/** A command that cannot do what it was asked, in words that say what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
