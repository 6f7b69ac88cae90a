/** What readers and the programs around them call the parts of a read, spelled as {@link simplify} does. */
const NAMES = {
  band: listOf(
    'band bandid bandno bandnumber wristband wristbandid wristbandno wristbandnumber racenumber',
    'tag tagid tagno tagnumber tagcode rfid epc chip chipid chipno chipnumber chipcode',
    'transponder transponderid transponderno transpondernumber transpondercode',
  ),
  time: listOf(
    'time timems timestamp datetime timeofday tod epoch',
    'readtime scantime passingtime passtime detectiontime localtime',
  ),
  date: listOf('date day readdate scandate'),
  point: listOf(
    'point points timepoint timingpoint timingpointname location',
    'checkpoint checkpointname split splitname mat station',
  ),
} as const;

export type FieldName = keyof typeof NAMES;
export const FIELD_NAMES = Object.keys(NAMES) as FieldName[];

function listOf(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '));
}

/** A column or key as compared: letters and digits only, in lower case, so `Band ID` is `bandid`. */
function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Finds which of `names` holds a part of a read. When several could, the one
 * that comes first in the list of names above: a `band` goes before a `chip`.
 */
export function findField(names: readonly string[], field: FieldName): number | undefined {
  const simple = names.map(simplify);
  for (const known of NAMES[field]) {
    const index = simple.indexOf(known);
    if (index !== -1) return index;
  }
  return undefined;
}
