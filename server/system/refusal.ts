/** A request or command that is refused: thrown while it is answered, it is the answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** Further fields of the answer. */
  readonly more: object;
  /** When to try again. */
  readonly retryS: number | undefined;

  constructor(status: number, sentence: string, more: object = {}, retryS?: number) {
    super(sentence);
    this.status = status;
    this.more = more;
    this.retryS = retryS;
  }
}
