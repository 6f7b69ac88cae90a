import type { ReactNode } from 'react';

import type { CourseSetup, RaceSetup, SegmentSetup, VisitSetup } from '#shared/model/race-setup.ts';
import { CourseSummary, formatKm, isKnown } from './CourseSummary.tsx';
import {
  CheckField,
  NameField,
  NumberField,
  SelectField,
  TextField,
} from '#client/kit/form-fields.tsx';
import { GpxField } from './GpxField.tsx';
import { listPoints, nameNew, type PartProps } from './part-props.ts';
import { RowList } from './RowList.tsx';

const SPAN = 'HH:MM:SS';

export function CoursesPart({ race, onRename, onRemove }: PartProps): ReactNode {
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
        onRemove={onRemove('courses')}
      >
        {(at, course, index) => (
          <>
            <CourseSummary course={course} points={race.points} />
            <GpxField at={at} course={course} points={race.points} />
            <div className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-3 gap-y-2.5">
              <TextField name={`${at}.name`} label="Name" />
              <NameField name={`${at}.id`} label="Code" onLeave={onRename('courses', index)} />
              <NumberField name={`${at}.lengthM`} label="Length (m)" />
              <NumberField name={`${at}.climbM`} label="Climb (m)" />
            </div>
            <h3 className="text-m bold">Visits between start and finish</h3>
            <Visits at={`${at}.visits`} course={course} race={race} />
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
        onRemove={onRemove('segments')}
      >
        {(at, _segment, index) => (
          <>
            <NameField name={`${at}.code`} label="Code" onLeave={onRename('segments', index)} />
            <TextField name={`${at}.label`} label="Name" />
            {(['from', 'to'] as const).map((end) => (
              <SelectField
                key={end}
                name={`${at}.${end}`}
                label={end === 'from' ? 'From' : 'To'}
                options={listPoints(race, ['start', 'checkpoint', 'segment', 'finish'])}
              />
            ))}
          </>
        )}
      </RowList>
    </>
  );
}

/** The points of a course in order, of which each may come again. */
function Visits({
  at: list,
  course,
  race,
}: {
  readonly at: string;
  readonly course: CourseSetup;
  readonly race: RaceSetup;
}): ReactNode {
  const options = listPoints(race, ['checkpoint']);
  const visited = new Set(course.visits.map(({ point }) => point));
  return (
    <RowList
      at={list}
      title={`Visits of ${course.name}`}
      noun="visit"
      nameOf={({ point, label }: VisitSetup) => label ?? point}
      create={() => {
        const [point = ''] = options.find(([id]) => !visited.has(id)) ?? options[0] ?? [];
        return { point };
      }}
    >
      {(at) => (
        <>
          <SelectField name={`${at}.point`} label="Point" options={options} />
          <TextField isOptional name={`${at}.label`} label="Label of this visit" />
          <NumberField name={`${at}.atM`} label="From the start (m)" />
          <NumberField name={`${at}.climbM`} label="Climb so far (m)" />
          <TextField
            isOptional
            name={`${at}.leastLeg`}
            label="Leg takes at least"
            placeholder={SPAN}
          />
          <TextField isOptional name={`${at}.mostLeg`} label="At most" placeholder={SPAN} />
          <TextField isOptional name={`${at}.cutOff`} label="Closes after" placeholder={SPAN} />
          <TextField
            isOptional
            name={`${at}.closesAt`}
            label="Closes at (time of day)"
            placeholder={SPAN}
          />
          <CheckField name={`${at}.isPublic`} label="Public" unsaid />
        </>
      )}
    </RowList>
  );
}

function describeCourse({ lengthM, climbM, visits }: CourseSetup): string {
  return [
    ...(isKnown(lengthM) ? [formatKm(lengthM)] : []),
    ...(isKnown(climbM) ? [`${climbM} m of climb`] : []),
    visits.length === 1 ? '1 visit' : `${visits.length} visits`,
  ].join(' · ');
}
