import type { FieldError } from '#shared/model/outcome.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import type { ErrorBody } from '#shared/wire/auth-api.ts';

/** A request that is refused: thrown while it is answered, it is the answer. */
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

/** 400 for one field of a form. */
export function refuseField(field: string, message: string): Refusal {
  const errors: readonly FieldError[] = [{ field, message }];
  return new Refusal(400, message, { errors } satisfies Omit<ErrorBody, 'error'>);
}

/** 429: it was not checked. */
export function refuseTries(waitMs: DurationMs): Refusal {
  const seconds = Math.ceil(waitMs / SECOND_MS);
  const unit = seconds === 1 ? 'second' : 'seconds';
  return new Refusal(429, `Too many tries. Try again in ${seconds} ${unit}.`, {}, seconds);
}
