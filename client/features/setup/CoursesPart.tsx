import type { ReactNode } from 'react';

import type { CourseSetup, RaceSetup, SegmentSetup, VisitSetup } from '#shared/model/race-setup.ts';
import { Ground } from '#client/ui/Ground.tsx';
import {
  CheckField,
  NameField,
  NumberField,
  readNumber,
  SelectField,
  TextField,
  useFormValue,
  WrittenField,
} from '#client/kit/form-fields.tsx';
import { GpxField } from './GpxField.tsx';
import { FIELD_GRID, listPoints, nameNew, type PartProps, SpanField } from './part-fields.tsx';
import { RowList } from './RowList.tsx';

export function CoursesPart({ race, onRename }: PartProps): ReactNode {
  return (
    <>
      <RowList
        at="courses"
        title="Courses"
        noun="course"
        nameOf={({ name, id }: CourseSetup) => name || id}
        describe={describeCourse}
        create={() => {
          const id = nameNew(race, 'courses', 'course-');
          return { id, name: `Course ${id.slice('course-'.length)}`, visits: [] };
        }}
      >
        {(course, index) => (
          <>
            <div className="stack-14 one-column col-span-full">
              {course.profile ? <Ground profile={course.profile} /> : null}
              <GpxField courseName={course.name} />
            </div>
            <TextField name="name" label="Name" />
            <NameField name="id" label="Code" onLeave={onRename('courses', index)} />
            <NumberField name="lengthM" label="Length (m)" />
            <NumberField name="climbM" label="Climb (m)" />
            <div className="stack-14 one-column col-span-full">
              <h3 className="text-m bold">Visits between start and finish</h3>
              {isOfLaps(course) ? <LapLength visits={course.visits} /> : null}
              <Visits course={course} race={race} />
            </div>
          </>
        )}
      </RowList>
      <h3 className="bold mt-2 text-title-s leading-[1.3]">
        Segments with a ranking of their own, such as climbs
      </h3>
      <RowList
        at="segments"
        title="Segments"
        noun="segment"
        isTable
        nameOf={({ code }: SegmentSetup) => code}
        create={() => {
          const code = nameNew(race, 'segments', 'SEG');
          return { code, label: code, from: 'start', to: 'finish' };
        }}
      >
        {(_segment, index) => (
          <>
            <NameField name="code" label="Code" onLeave={onRename('segments', index)} />
            <TextField name="label" label="Name" />
            <SelectField name="from" label="From" options={listPoints(race, ALL_KINDS)} />
            <SelectField name="to" label="To" options={listPoints(race, ALL_KINDS)} />
          </>
        )}
      </RowList>
    </>
  );
}

const ALL_KINDS = ['start', 'checkpoint', 'segment', 'finish'];

function isOfLaps({ visits }: CourseSetup): boolean {
  return visits.length > 1 && new Set(visits.map(({ point }) => point)).size === 1;
}

/** Undefined if laps differ, as on a course out and back; a visit without a distance fits any. */
function findLapM(visits: CourseSetup['visits']): number | undefined {
  const lapM = visits[0]?.atM;
  if (lapM === undefined) return undefined;
  return visits.every(({ atM }, index) => atM === undefined || atM === lapM * (index + 1))
    ? lapM
    : undefined;
}

/** Sets the distances of all visits at once, on leaving: a race of hours has dozens, too many to draw at each key. */
function LapLength({ visits }: Pick<CourseSetup, 'visits'>): ReactNode {
  const [, setVisits] = useFormValue<CourseSetup['visits']>('visits');
  return (
    <div className={FIELD_GRID}>
      <WrittenField
        name="visits"
        label="Length of each lap (m)"
        inputMode="numeric"
        format={(all: CourseSetup['visits']) => String(findLapM(all) ?? '')}
        parse={(text) => {
          const lapM = readNumber(text);
          return lapM === undefined
            ? visits
            : visits.map((visit, index) => ({ ...visit, atM: lapM * (index + 1) }));
        }}
        onLeave={setVisits}
      />
    </div>
  );
}

interface VisitsProps {
  readonly course: CourseSetup;
  readonly race: RaceSetup;
}

/** The points of a course in order; one can come several times. */
function Visits({ course, race }: VisitsProps): ReactNode {
  const options = listPoints(race, ['checkpoint']);
  const visited = new Set(course.visits.map(({ point }) => point));
  return (
    <RowList
      at="visits"
      title={`Visits of ${course.name}`}
      noun="visit"
      nameOf={({ point, label }: VisitSetup) => label ?? point}
      create={() => {
        const [point = ''] = options.find(([id]) => !visited.has(id)) ?? options[0] ?? [];
        return { point };
      }}
    >
      {() => (
        <>
          <SelectField name="point" label="Point" options={options} />
          <TextField isOptional name="label" label="Label of this visit" />
          <NumberField name="atM" label="From the start (m)" />
          <NumberField name="climbM" label="Climb so far (m)" />
          <SpanField name="leastLeg" label="Shortest time for this leg" />
          <SpanField name="cutOff" label="Closes (time after the start)" />
          <SpanField name="closesAt" label="Closes at (time of day)" />
          <CheckField name="isPublic" label="Public" isDefault />
        </>
      )}
    </RowList>
  );
}

function describeCourse({ lengthM, climbM, visits }: CourseSetup): string {
  return [
    ...(isKnown(lengthM) ? [formatKm(lengthM)] : []),
    ...(isKnown(climbM) ? [`${climbM} m climb`] : []),
    visits.length === 1 ? '1 visit' : `${visits.length} visits`,
  ].join(' · ');
}

/** `21.1 km`. */
function formatKm(metres: number): string {
  return `${Number((metres / 1_000).toFixed(2))} km`;
}

/** A field with an incomplete number is NaN, and counts as unknown. */
function isKnown(metres: number | undefined): metres is number {
  return metres !== undefined && !Number.isNaN(metres);
}
