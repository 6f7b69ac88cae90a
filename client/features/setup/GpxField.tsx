import { type ReactNode, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';

import type { CourseSetup, PointSetup } from '#shared/model/race-setup.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CourseLine } from './CourseLine.tsx';
import { formatKm } from './draw-course.ts';
import { NumberField, SelectField, useTyped } from '#client/kit/form-fields.tsx';
import { FileButton } from './FileButton.tsx';
import { type GpxFile, MOST_PLACES, readGpx } from './read-gpx.ts';
import { lengthOf, measureTrack } from './summarise-track.ts';
import { takeTrack } from './take-track.ts';

export interface GpxFieldProps {
  /** The path of the course in the form. */
  readonly at: string;
  readonly course: CourseSetup;
  readonly points: readonly PointSetup[];
}

/** Takes the length, climb and profile of a course from a file, which stays in the browser. */
export function GpxField({ at, course, points }: GpxFieldProps): ReactNode {
  const [file, setFile] = useState<GpxFile>();
  const [fault, setFault] = useState('');
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} className="stack-8">
      <div className="row">
        <FileButton
          label={`GPX file of ${course.name}`}
          onChosen={async (chosen) => {
            const reading = await readGpx(chosen);
            setFile(reading.ok ? reading.value : undefined);
            setFault(reading.ok ? '' : reading.error);
          }}
        >
          Load a GPX file…
        </FileButton>
        <p className="text-s muted">
          Only distances and heights are read; nothing personal is sent.
        </p>
      </div>
      {fault === '' ? null : <Banner kind="alert">{fault}</Banner>}
      {file ? (
        <Offer
          file={file}
          at={at}
          course={course}
          points={points}
          onClose={() => {
            setFile(undefined);
            place.current?.querySelector('button')?.focus();
          }}
        />
      ) : null}
    </div>
  );
}

interface OfferProps extends GpxFieldProps {
  readonly file: GpxFile;
  readonly onClose: () => void;
}

/** Shows what the file would change in the course, before it is accepted. */
function Offer(props: OfferProps): ReactNode {
  const {
    file: { lines, waypoints },
    at,
    course,
    points,
    onClose,
  } = props;
  const race = useFormContext();
  const form = useForm({ defaultValues: { line: '0', rounds: 1 } });
  const { line, rounds } = useTyped(form);
  const taken = useMemo(() => {
    const places = lines[Number(line)] ?? [];
    return rounds && Number.isInteger(rounds) && rounds > 0 && rounds * places.length <= MOST_PLACES
      ? takeTrack(course, points, measureTrack(places, rounds), waypoints)
      : undefined;
  }, [lines, line, rounds, course, points, waypoints]);
  const options = useMemo(
    () =>
      lines.map((places, index) => {
        const isAll = index > 0 && index === lines.length - 1;
        const name = isAll ? 'All, one after another' : `Track ${index + 1}`;
        return [String(index), `${name}: ${formatKm(lengthOf(measureTrack(places)))}`] as const;
      }),
    [lines],
  );
  return (
    <section
      className="framed stack-8 shrinks one-column px-3 pt-2.5 pb-3"
      aria-label={`What the file says of ${course.name}`}
    >
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-3 gap-y-2.5">
        <FormProvider {...form}>
          {lines.length > 1 ? (
            <SelectField name="line" label="The course is" options={options} />
          ) : null}
          <NumberField name="rounds" label="Times round" />
        </FormProvider>
      </div>
      {taken ? (
        <>
          <CourseLine course={taken.course} points={points} />
          <ul>
            {taken.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      ) : (
        <Banner kind="alert">
          Write how often as a whole number, for at most {MOST_PLACES} points of the file in all.
        </Banner>
      )}
      {taken && taken.missing.length > 0 ? (
        <Banner kind="notice">
          The file does not say where {taken.missing.join(', ')} is: enter its distance from the
          start, or name a waypoint after it.
        </Banner>
      ) : null}
      <div className="row">
        <Button
          kind="main"
          aria-disabled={!taken}
          onClick={() => {
            if (!taken) return;
            for (const key of ['lengthM', 'climbM', 'profile', 'visits'] as const) {
              race.setValue(`${at}.${key}`, taken.course[key], { shouldDirty: true });
            }
            onClose();
          }}
        >
          Use this
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </section>
  );
}
