import type { ReactNode } from 'react';

import type { CourseSetup, RaceSetup } from '#shared/model/race-setup.ts';
import { CourseLine } from './CourseLine.tsx';
import { formatKm } from './draw-course.ts';
import {
  CheckField,
  NameField,
  NumberField,
  OptionalText,
  SelectField,
  TextField,
} from './fields.tsx';
import { GpxField } from './GpxField.tsx';
import { listPoints, nameNew, type PartProps } from './part-props.ts';
import styles from './Parts.module.css';
import { RowList } from './RowList.tsx';
import { type Bound, bindField, orElse } from './rows.ts';

const SPAN = 'HH:MM:SS';

/** The ways from start to finish, and the parts of them that are timed by themselves. */
export function CoursesPart({ setup, onRename, onRemove }: PartProps): ReactNode {
  const { value: race } = setup;
  return (
    <>
      <RowList
        list={bindField(setup, 'courses')}
        title="Courses"
        noun="course"
        nameOf={({ name, id }) => name || id}
        describe={describeCourse}
        create={() => {
          const id = nameNew(race, 'courses', 'course-');
          return { id, name: `Course ${id.slice('course-'.length)}`, visits: [] };
        }}
        onRemove={onRemove('courses')}
      >
        {(course, index) => (
          <>
            <CourseLine course={course.value} points={race.points} />
            <GpxField course={course} points={race.points} />
            <div className={styles.fields}>
              <TextField field={bindField(course, 'name')} label="Name" />
              <NameField
                field={bindField(course, 'id')}
                label="Code"
                onRename={onRename('courses', index)}
              />
              <NumberField field={bindField(course, 'lengthM')} label="Length (m)" />
              <NumberField field={bindField(course, 'climbM')} label="Climb (m)" />
            </div>
            <h3 className="text-m bold">Visits between start and finish</h3>
            <Visits course={course} race={race} />
          </>
        )}
      </RowList>
      <h3 className={styles.heading}>Segments with a ranking of their own, such as climbs</h3>
      <RowList
        list={bindField(setup, 'segments')}
        title="Segments"
        noun="segment"
        isTable
        nameOf={({ code }) => code}
        create={() => {
          const code = nameNew(race, 'segments', 'SEG');
          return { code, label: code, from: 'start', to: 'finish' };
        }}
        onRemove={onRemove('segments')}
      >
        {(segment, index) => (
          <>
            <NameField
              field={bindField(segment, 'code')}
              label="Code"
              onRename={onRename('segments', index)}
            />
            <TextField field={bindField(segment, 'label')} label="Name" />
            {(['from', 'to'] as const).map((end) => (
              <SelectField
                key={end}
                field={orElse(bindField(segment, end), '')}
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
  course,
  race,
}: {
  readonly course: Bound<CourseSetup>;
  readonly race: RaceSetup;
}): ReactNode {
  const options = listPoints(race, ['checkpoint']);
  const visited = new Set(course.value.visits.map(({ point }) => point));
  return (
    <RowList
      list={bindField(course, 'visits')}
      title={`Visits of ${course.value.name}`}
      noun="visit"
      nameOf={({ point, label }) => label ?? point}
      create={() => {
        const [point = ''] = options.find(([id]) => !visited.has(id)) ?? options[0] ?? [];
        return { point };
      }}
    >
      {(visit) => (
        <>
          <SelectField
            field={orElse(bindField(visit, 'point'), '')}
            label="Point"
            options={options}
          />
          <OptionalText field={bindField(visit, 'label')} label="Label of this visit" />
          <NumberField field={bindField(visit, 'atM')} label="From the start (m)" />
          <NumberField field={bindField(visit, 'climbM')} label="Climb so far (m)" />
          <OptionalText
            field={bindField(visit, 'leastLeg')}
            label="Leg takes at least"
            example={SPAN}
          />
          <OptionalText field={bindField(visit, 'mostLeg')} label="At most" example={SPAN} />
          <OptionalText field={bindField(visit, 'cutOff')} label="Closes after" example={SPAN} />
          <OptionalText
            field={bindField(visit, 'closesAt')}
            label="Closes at (time of day)"
            example={SPAN}
          />
          <CheckField field={bindField(visit, 'isPublic')} label="Public" unsaid />
        </>
      )}
    </RowList>
  );
}

function describeCourse({ lengthM, climbM, visits }: CourseSetup): string {
  return [
    ...(lengthM === undefined || Number.isNaN(lengthM) ? [] : [formatKm(lengthM)]),
    ...(climbM === undefined || Number.isNaN(climbM) ? [] : [`${climbM} m of climb`]),
    visits.length === 1 ? '1 visit' : `${visits.length} visits`,
  ].join(' · ');
}
