import Negotiator from 'negotiator';

/** The encodings of a body; of equally preferred ones, the first is used. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** No browser sends more; the rest is ignored. */
const MOST_CHARACTERS = 500;

/** The library's types lack the second argument. */
type Rank = (
  available: readonly Encoding[],
  options: { readonly preferred: readonly Encoding[] },
) => Encoding[];

/**
 * The encodings a client accepts, the preferred one first (RFC 9110 12.5.3). Without the header it gets the body
 * unpacked: a client that can unpack says so. The list is empty when it refuses them all.
 */
export function rankEncodings(header?: string): readonly Encoding[] {
  const negotiator = read('accept-encoding', header);
  return (negotiator.encodings as Rank).call(negotiator, ENCODINGS, { preferred: ENCODINGS });
}

/** The languages of a browser, the preferred one first (RFC 9110 12.5.4). */
export function rankLanguages(header?: string): readonly string[] {
  return read('accept-language', header).languages();
}

function read(name: string, header?: string): Negotiator {
  return new Negotiator({ headers: { [name]: header?.slice(0, MOST_CHARACTERS) } });
}
