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
