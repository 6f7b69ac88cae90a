/** Thrown to refuse a request or command; the error handler answers with it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** Further fields of the answer. */
  readonly more: object;
  /** Seconds until the client should try again. */
  readonly retryS: number | undefined;

  constructor(status: number, sentence: string, more: object = {}, retryS?: number) {
    super(sentence);
    this.status = status;
    this.more = more;
    this.retryS = retryS;
  }
}
