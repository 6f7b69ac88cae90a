import { headerKey } from '#shared/wire/header-key.ts';

/** The columns an import knows (CONTRACT 8), by their own names. */
export const IMPORT_FIELDS = [
  'firstName',
  'lastName',
  'event',
  'raceNumber',
  'bibNumber',
  'ageGroup',
  'runClub',
  'overrideTime',
  'mobileNumber',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** The columns without which there is no runner. */
export const NEEDED_FIELDS = ['firstName', 'lastName', 'event'] as const;

/** Other names met in the exports of registration services, as {@link headerKey} spells them. */
const OTHER_NAMES: Readonly<Record<ImportField, string>> = {
  firstName: 'first forename fname givenname given christianname',
  lastName: 'last surname lname familyname family',
  event: 'events distance race course eventname racename distancename eventcode raceevent',
  raceNumber:
    'raceno racenum band bandid bandnumber bandno bandnum bandnr wristband wristbandid ' +
    'wristbandnumber wristbandno wristbandnum wristbandnr chip chipid chipnumber chipno chipcode ' +
    'tag tagid tagnumber transponder',
  bibNumber: 'bib bibno bibnum bibnr bibid plate',
  ageGroup: 'category cat agecategory agecat ageband agegrp ageclass',
  runClub: 'club team clubname teamname runningclub clubteam teamclub cluborteam',
  overrideTime: 'override overridelime timeoverride',
  mobileNumber:
    'mobile mobilephone mobileno phone phonenumber phoneno telephone tel cell cellphone',
};

const FIELD_OF_KEY = new Map<string, ImportField>(
  IMPORT_FIELDS.flatMap((field) =>
    [headerKey(field), ...OTHER_NAMES[field].split(' ')].map((key) => [key, field] as const),
  ),
);

/** One column of the file: its header as written, and what it is read as (undefined: not used). */
export interface ImportColumn {
  readonly header: string;
  readonly field: ImportField | undefined;
}

/** Recognises a header whatever its capitals, blanks and punctuation: `Bib #`, `LAST_NAME`. */
export function recogniseColumn(header: string): ImportColumn {
  return { header, field: FIELD_OF_KEY.get(headerKey(header)) };
}
