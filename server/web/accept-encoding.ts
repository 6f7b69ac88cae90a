/** How a body can be sent; of those a client likes alike, the first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** RFC 9110 12.4.2. */
const WEIGHT_FORM = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * The encodings a client takes, the one it likes best first (RFC 9110 12.5.3). Without the header
 * it takes the body as it is: whoever unpacks says so. The list is empty when it refuses them all.
 */
export function rankEncodings(header = ''): readonly Encoding[] {
  const weights = parseWeights(header);
  const anyOther = weights.get('*');
  const weigh = (encoding: Encoding): number =>
    // What is sent as it is needs no word, and is then the last choice.
    weights.get(encoding) ?? anyOther ?? (encoding === 'identity' ? Number.MIN_VALUE : 0);
  return ENCODINGS.map((encoding) => ({ encoding, weight: weigh(encoding) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ encoding }) => encoding);
}

/** What is named twice counts as it is liked better; a weight that is none refuses. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1';
    const value = WEIGHT_FORM.test(weight) ? Number(weight) : 0;
    weights.set(name, Math.max(value, weights.get(name) ?? 0));
  }
  return weights;
}
