/**
 * The courses of the race: the one place that names events, checkpoints and
 * timed climbs (RULES.md CP1). Everything else follows from these tables: what
 * is scored and ranked, the tabs, the fields on the wire and in the record, the
 * form of the settings, what an import understands, and the demo.
 *
 * A further event is a further row of {@link COURSES}. What was kept or sent
 * before it existed says nothing of it, and is read as the default.
 */

/** The checkpoints, each with the field of a result that holds its split. */
export const CHECKPOINT_ROWS = [
  { point: 'cp1', field: 'checkPointOne' },
  { point: 'cp2', field: 'checkPointTwo' },
  { point: 'cp3', field: 'checkPointThree' },
  { point: 'cp4', field: 'checkPointFour' },
  { point: 'cp5', field: 'checkPointFive' },
  { point: 'cp6', field: 'checkPointSix' },
] as const;

/** The timed climbs (KOMs) in the order of `komsMs`, each with the code of its special tab. */
export const KOM_ROWS = [
  { code: 'WOD', label: 'WOD', field: 'wodTime', start: 'kom1-start', end: 'kom1-end' },
  {
    code: 'CarnIngli',
    label: 'Carn Ingli',
    field: 'carnIngliTime',
    start: 'kom2-start',
    end: 'kom2-end',
  },
] as const;

/** How one event is run. Start and finish belong to every course. */
interface CourseRow {
  /** Its code on the wire, in the record and in addresses. */
  readonly event: string;
  /** What it is called until the organiser names the distances. */
  readonly label: string;
  /** Its checkpoints in the order they are shown, each with the index of its name in `wayPoints`. */
  readonly stages: readonly {
    readonly checkpoint: (typeof CHECKPOINT_ROWS)[number]['point'];
    readonly wayPoint: number;
  }[];
  readonly koms: readonly (typeof KOM_ROWS)[number]['code'][];
}

/** The events in the order of the `distances` setting: first, second, third. */
export const COURSES = [
  {
    event: 'BB',
    label: 'Half',
    stages: [{ checkpoint: 'cp1', wayPoint: 0 }],
    koms: [],
  },
  {
    event: 'PB',
    label: 'Full',
    stages: [
      { checkpoint: 'cp1', wayPoint: 0 },
      { checkpoint: 'cp2', wayPoint: 1 },
      { checkpoint: 'cp3', wayPoint: 2 },
      { checkpoint: 'cp4', wayPoint: 3 },
    ],
    koms: ['CarnIngli'],
  },
  {
    event: 'UB',
    label: 'Ultra',
    stages: [
      { checkpoint: 'cp2', wayPoint: 1 },
      { checkpoint: 'cp3', wayPoint: 2 },
      { checkpoint: 'cp4', wayPoint: 3 },
      { checkpoint: 'cp5', wayPoint: 5 },
      { checkpoint: 'cp6', wayPoint: 4 },
    ],
    koms: ['WOD', 'CarnIngli'],
  },
] as const satisfies readonly CourseRow[];

/** The event whose tab opens first; it also stands in where a row of a file names none. */
export const MAIN_EVENT: (typeof COURSES)[number]['event'] = 'PB';
