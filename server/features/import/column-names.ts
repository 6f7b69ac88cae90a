import {
  type DateOrder,
  headerKey,
  IMPORT_FIELDS,
  type ImportColumn,
  type ImportField,
} from '#shared/wire/import-api.ts';

/** The columns of the example file. */
export const RUNNER_COLUMNS = [
  'firstName',
  'lastName',
  'event',
  'raceNumber',
  'bibNumber',
  'ageGroup',
  'runClub',
  'overrideTime',
  'mobileNumber',
  'private',
] as const satisfies readonly ImportField[];
export type RunnerColumn = (typeof RUNNER_COLUMNS)[number];

/** Required columns; a full name replaces both names. */
export const NEEDED_FIELDS = ['firstName', 'lastName', 'event'] as const;

export const NAME_FIELDS = [
  'firstName',
  'lastName',
  'fullName',
] as const satisfies readonly ImportField[];

/** Other column names in English, German, French, Spanish and Dutch, as normalised by {@link keyOf}. */
const OTHER_NAMES: Readonly<Record<ImportField, string>> = {
  firstName: 'first forename fname givenname given christianname vorname prenom voornaam',
  lastName:
    'last surname lname familyname family nachname familienname nomdefamille apellido apellidos achternaam',
  event:
    'events distance race course eventname racename distancename eventcode raceevent ' +
    'distanz wettbewerb distancia carrera prueba afstand wedstrijd',
  raceNumber:
    'band bandid bandnumber bandno bandnum bandnr wristband wristbandid ' +
    'wristbandnumber wristbandno wristbandnum wristbandnr',
  bibNumber:
    'bib bibno bibnum bibnr bibid plate plateno platenumber startno startnumber startnum startnr ' +
    'startnummer dossard nodossard ndossard numdossard numerodossard numerodedossard dorsal ' +
    'numerodorsal numerodedorsal rugnummer borstnummer',
  ageGroup:
    'category cat agecategory agecat ageband agegrp ageclass ' +
    'altersklasse altersgruppe ak categorie categoria leeftijdscategorie',
  runClub:
    'club team clubname teamname runningclub clubteam teamclub cluborteam teamorclub verein ' +
    'clubequipe vereniging',
  overrideTime: 'override overridelime timeoverride',
  mobileNumber:
    'mobile mobilephone mobileno phone phonenumber phoneno telephone telephoneno tel telno ' +
    'cell cellno cellphone cellphonenumber mobilephonenumber handy ' +
    'handynummer mobil movil mobiel gsm',
  private:
    'isprivate anonymous isanonymous anon hidden hide hidename hidemyname nameshidden namehidden ' +
    'anonymise anonymize preifat cuddenw',
  fullName:
    'name runner runnername athlete athletename participant participantname entrant entrantname ' +
    'competitor competitorname displayname nom nombre naam',
  sex: 'gender sexmf gendermf mf fm malefemale geschlecht sexe sexo genero geslacht',
  birthDate:
    'dob dateofbirth birthday birthdate birth born geburtsdatum naissance datedenaissance ' +
    'fechanacimiento fechadenacimiento geboortedatum yearofbirth birthyear yob geburtsjahr jahrgang jg ' +
    'anneedenaissance anonacimiento anodenacimiento geboortejaar',
  nationality: 'nation nat citizenship nationalitat nationalite nacionalidad nationaliteit',
  emergencyContact:
    'emergency emergencycontactname emergencyname emergencycontactdetails ice icename icecontact nextofkin nok ' +
    'notfallkontakt contactdurgence contactodeemergencia noodcontact',
  emergencyPhone:
    'emergencycontactphone emergencycontactnumber emergencycontactno emergencycontacttelephone ' +
    'emergencycontactmobile emergencynumber emergencyno emergencytel emergencytelephone ' +
    'emergencymobile icephone icenumber iceno icetel nextofkinphone nextofkinnumber',
  medicalNote:
    'medical medicalnotes medicalinfo medicalinformation medicaldetails medicalcondition ' +
    'medicalconditions medicalhistory medicalalert medicalalerts medicalissues healthconditions allergies',
  wave: 'wavename waveid startgroup startinggroup startwave startpen pen corral startblock',
  ownStart: 'starttime start individualstart individualstarttime starttimeofday',
  chips: '',
  startOffset: 'offset startdelay starttimeoffset',
  age: 'ageonday ageonraceday raceage ageatrace ageatevent years',
};

const FIELD_OF_KEY = new Map<string, ImportField>(
  IMPORT_FIELDS.flatMap((field) =>
    [headerKey(field), ...OTHER_NAMES[field].split(' ').filter(Boolean)].map(
      (key) => [key, field] as const,
    ),
  ),
);

/** `Chip`, `Tag2`, `SeasonTag`, `Transponder No`. */
const CHIP_HEADER =
  /^(?:season|race|event)?(?:chip|tag|transponder|epc|rfid)(?:id|no|num|nr|number|code)?\d{0,2}$/;

/** Used for the bib by some and for the wristband by others: the organiser has to choose. */
const AMBIGUOUS_NUMBERS: ReadonlySet<string> = new Set([
  'racenumber',
  'raceno',
  'racenum',
  'racenr',
]);
const NUMBER_FIELDS = ['bibNumber', 'raceNumber'] as const;

/** Strips capitals, blanks, punctuation and accents. */
function keyOf(header: string): string {
  return headerKey(header.replaceAll(/[#№]/g, ' no')).normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Columns with the full name or, next to a column of first names or surnames, with the other part. */
export const NAME_OR_PART: ReadonlySet<string> = new Set(['name', 'nom', 'nombre', 'naam']);

/** `(dd/mm/yyyy)`, `(TT.MM.JJJJ)`. Other brackets may change the meaning: `Mobile (emergency)`. */
const DATE_FORMAT = /\s*\((?:[adjmty]{1,4}[./-]?){1,3}\)\s*$/i;

/** In UTF-16 units. */
const LONGEST_HEADER = 200;

/** Reads the date order in brackets: `Birthday (dd/mm/yyyy)`. */
export function readHeaderOrder(header: string): DateOrder | undefined {
  const [format] = (header.length > LONGEST_HEADER ? null : DATE_FORMAT.exec(header)) ?? [];
  const letters = format?.toLowerCase().replaceAll(/[^a-z]/g, '');
  // Year first is unambiguous.
  if (letters === undefined || /^(?:y|a|jjjj)/.test(letters)) return undefined;
  return letters.startsWith('m') ? 'month-first' : 'day-first';
}

/** Whether a date of birth is only a year, which leaves some categories open. */
export function isBirthYear(header: string): boolean {
  return (
    recogniseColumn(header).field === 'birthDate' &&
    /year|yob|jahr|jg|annee|ano|jaar/.test(keyOf(header))
  );
}

/** Recognises headers such as `Bib #` or `Birthday (dd/mm/yyyy)`. */
export function recogniseColumn(header: string): ImportColumn {
  // Normalising a long run of accents takes minutes.
  if (header.length > LONGEST_HEADER) return { header, field: '' };
  // Exactly this spelling is our own export's, where it is the wristband.
  if (header === 'raceNumber') return { header, field: 'raceNumber' };
  const key = keyOf(header);
  if (AMBIGUOUS_NUMBERS.has(key)) return { header, field: 'raceNumber', asks: NUMBER_FIELDS };
  const shortKey = keyOf(header.replace(DATE_FORMAT, ''));
  return {
    header,
    field: CHIP_HEADER.test(key)
      ? 'chips'
      : (FIELD_OF_KEY.get(key) ?? FIELD_OF_KEY.get(shortKey) ?? ''),
  };
}
