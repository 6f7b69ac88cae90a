import Negotiator from 'negotiator';

/** How a body can be sent; of those a client likes alike, the first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** No browser says more; the rest is passed over. */
const MOST_CHARACTERS = 500;

/** Its types do not know the second argument yet. */
type Rank = (
  available: readonly Encoding[],
  options: { readonly preferred: readonly Encoding[] },
) => Encoding[];

/**
 * The encodings a client takes, the one it likes best first (RFC 9110 12.5.3). Without the header
 * it takes the body as it is: whoever unpacks says so. The list is empty when it refuses them all.
 */
export function rankEncodings(header?: string): readonly Encoding[] {
  const negotiator = read('accept-encoding', header);
  return (negotiator.encodings as Rank).call(negotiator, ENCODINGS, { preferred: ENCODINGS });
}

/** The languages of a browser, the one it likes best first (RFC 9110 12.5.4). */
export function rankLanguages(header?: string): readonly string[] {
  return read('accept-language', header).languages();
}

function read(name: string, header?: string): Negotiator {
  return new Negotiator({ headers: { [name]: header?.slice(0, MOST_CHARACTERS) } });
}
