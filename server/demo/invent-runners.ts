import type { NewRunner } from '#server/features/import/import-outcome.ts';
import type { Random } from '#server/system/random.ts';
import { type AgeGroup, type BandId, parseBandId } from '#shared/model/ids.ts';

import { DEMO_COURSES, DEMO_EVENTS, type DemoEvent } from './course.ts';

/** Given names common in and around Wales, and some from further away. */
const FEMALE_NAMES: readonly string[] = list(
  'Siân, Angharad, Lowri, Ffion, Nia, Cerys, Gwen, Mari, Elin, Carys, Rhiannon, Bethan, Mêgan,' +
    'Eleri, Heledd, Non, Catrin, Llinos, Efa, Beca, Emma, Charlotte, Hannah, Lucy, Alice, Sophie,' +
    'Rachel, Kate, Jo, Helen, Zoë, Chloë, Aoife, Niamh, Zuzana, Agnieszka, Małgorzata, Inés, Jūratė,' +
    'Ελένη, Оксана, Yuki, Priya, Anne-Marie, Søs',
);

const MALE_NAMES: readonly string[] = list(
  'Dafydd, Rhys, Iolo, Gethin, Tomos, Owain, Ifan, Huw, Gwilym, Steffan, Siôn, Llŷr, Gruffudd,' +
    'Emyr, Macsen, Osian, Aled, Geraint, Ioan, Taliesin, James, Tom, Matthew, Will, Daniel, Oliver,' +
    'Jack, Peter, Simon, Mark, Seán, Pádraig, Łukasz, Wojtek, José, Íñigo, Ørjan, Jürgen, André, Jiří,' +
    'Νίκος, Дмитро, Kenji, Arjun, Jean-Luc',
);

const LAST_NAMES: readonly string[] = list(
  'Jones, Davies, Williams, Evans, Thomas, Roberts, Lewis, Hughes, Morgan, Griffiths, Edwards,' +
    'Owen, James, Rees, Price, Morris, Richards, Lloyd, Phillips, Parry, Watkins, Llewellyn, Bowen,' +
    'Prosser, Gwyn, ap Rhys, Puw, Smith, Taylor, Brown, Wilson, Walker, Hall, Clarke, Baker, Cooper,' +
    'Ward, Turner, Hill, Moore, Cox, Fisher, Marsh, Barnes, Chapman, Webb, Foster, O’Brien,' +
    "O’Sullivan, O'Neill, D’Arcy, McGregor, MacLeod, Fitzgerald, Byrne, Wójcik, Kowalczyk, Šimek," +
    'Dvořák, Nuñez, García-Peña, Ångström, Sørensen, Müller, Lefèvre, van der Berg, Żak,' +
    'Papadopoulou, Шевченко, Tanaka, Patel, Gwyn-Parry, Rees-Ellis, Hughes-Wright, Yıldız, Lê, Øvergård',
);

/** Invented clubs. */
const CLUBS: readonly string[] = [
  'Rhedwyr Carn Ingli',
  'Rhedwyr y Foel',
  'Clwb Rhedeg Dyffryn Nyfer',
  'Harriers y Bannau',
  'Teifi Trail Runners',
  'Gwaun Valley Harriers',
  'Strumble Striders',
  'Cwm Fell Runners',
  'St. Brynach’s AC',
  'Newport Sands RC',
  'Mynydd & Môr',
  'Tri "Y Garn"',
  'The Wye, Usk and Towy Orienteers',
];

function list(names: string): readonly string[] {
  return names.split(/,\s*/);
}

/** The percentage of runners of each category, and their time relative to a senior man. */
const CATEGORIES: Readonly<Record<AgeGroup, readonly [share: number, slowness: number]>> = {
  FU17: [1, 1.2],
  FU19: [1, 1.16],
  FU23: [3, 1.11],
  'F-SNR': [14, 1.1],
  F40: [11, 1.14],
  F50: [7, 1.23],
  F60: [3, 1.36],
  F70: [0.7, 1.55],
  F75: [0.4, 1.7],
  MU17: [1, 1.1],
  MU19: [2, 1.05],
  MU23: [4, 1],
  'M-SNR': [20, 1],
  M40: [16, 1.04],
  M50: [10, 1.11],
  M60: [5, 1.22],
  M70: [1, 1.4],
  M75: [0.4, 1.52],
};

function findCategory(ageGroup: AgeGroup): readonly [share: number, slowness: number] {
  return CATEGORIES[ageGroup] ?? [1, 1];
}

const FIRST_BAND = 4_001;

/** One runner in this number is private. */
const PRIVATE_EVERY = 97;

/** A wristband on the course without a runner. */
export const STRAY_BAND = getBand(FIRST_BAND - 1);

type Fate = 'finishes' | 'never-starts' | 'gives-up';

export interface DemoRunner {
  readonly entry: NewRunner;
  readonly event: DemoEvent;
  /** Relative to a senior man in the middle of the field. */
  readonly slowness: number;
  readonly fate: Fate;
}

/** Invents all runners, a few without a band. */
export function inventRunners(random: Random): DemoRunner[] {
  const places = DEMO_EVENTS.flatMap((event) =>
    Array.from({ length: event.entries }, (_, index) => ({ event, index })),
  );
  const bands = random.shuffle(places.map((_, place) => getBand(FIRST_BAND + place)));
  return places.map(({ event, index }, place) => {
    const ageGroup = chooseCategory(event, index, random);
    const talent = Math.max(0.74, Math.exp(0.15 * random.normal()));
    const slowness = talent * findCategory(ageGroup)[1];
    const fate = chooseFate(random);
    const band = random.chance(0.015) ? undefined : bands[place];
    const entry: NewRunner = {
      ...(band === undefined ? {} : { bandId: band }),
      bibNumber: String(event.firstBib + index),
      firstName: random.pick(ageGroup.startsWith('F') ? FEMALE_NAMES : MALE_NAMES),
      lastName: random.pick(LAST_NAMES),
      event: event.event,
      ageGroup,
      runClub: random.chance(0.3) ? '' : random.pick(CLUBS),
      overrideTime: '',
      mobileNumber: '',
      ...(place % PRIVATE_EVERY === 0 ? { isPrivate: true } : {}),
    };
    return { entry, event, slowness, fate };
  });
}

function chooseFate(random: Random): Fate {
  const percent = random.between(0, 100);
  if (percent < 2) return 'never-starts';
  return percent < 5.5 ? 'gives-up' : 'finishes';
}

/** In an event for all ages the first runners fill every category. */
function chooseCategory(
  { isForAllAges = false }: DemoEvent,
  index: number,
  random: Random,
): AgeGroup {
  const { categories } = DEMO_COURSES;
  const sure = isForAllAges ? categories[index] : undefined;
  if (sure !== undefined) return sure;
  const allowed = categories.filter((group) => isForAllAges || !group.endsWith('17'));
  const whole = allowed.reduce((sum, group) => sum + findCategory(group)[0], 0);
  let left = random.between(0, whole);
  const chosen = allowed.find((group) => {
    left -= findCategory(group)[0];
    return left < 0;
  });
  return chosen ?? 'M-SNR';
}

function getBand(number: number): BandId {
  const band = parseBandId(String(number));
  if (band === undefined) throw new RangeError(`${number} is no wristband number`);
  return band;
}
