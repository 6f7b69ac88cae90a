import { type ReactNode, use, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';

import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { NumberField, PathPrefix, SelectField, useTyped } from '#client/kit/form-fields.tsx';
import { CourseSummary, type CourseSummaryProps, formatKm } from './CourseSummary.tsx';
import { FileButton } from './FileButtons.tsx';
import { FIELD_GRID } from './part-fields.tsx';
import { type GpxFile, lengthOf, measureTrack, MOST_PLACES, readGpx, takeTrack } from './gpx.ts';

/** Takes the length, climb and profile of a course from a file, which stays in the browser. */
export function GpxField({ course, points }: CourseSummaryProps): ReactNode {
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

interface OfferProps extends CourseSummaryProps {
  readonly file: GpxFile;
  readonly onClose: () => void;
}

/** Shows what the file would change in the course, before it is accepted. */
function Offer({ file, course, points, onClose }: OfferProps): ReactNode {
  const { lines, waypoints } = file;
  const race = useFormContext();
  const at = use(PathPrefix);
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
      aria-label={`${course.name} in the file`}
    >
      <div className={FIELD_GRID}>
        <FormProvider {...form}>
          <PathPrefix value="">
            {lines.length > 1 ? (
              <SelectField name="line" label="Track to use" options={options} />
            ) : null}
            <NumberField name="rounds" label="Laps" />
          </PathPrefix>
        </FormProvider>
      </div>
      {taken ? (
        <>
          <CourseSummary course={taken.course} points={points} />
          <ul>
            {taken.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      ) : (
        <Banner kind="alert">
          Enter a whole number of laps, with at most {MOST_PLACES} points of the track in all.
        </Banner>
      )}
      {taken && taken.missing.length > 0 ? (
        <Banner kind="notice">
          The track passes no waypoint named {taken.missing.join(' or ')}: enter the distance from
          the start below.
        </Banner>
      ) : null}
      <div className="row">
        <Button
          kind="main"
          aria-disabled={!taken}
          onClick={() => {
            if (!taken) return;
            for (const key of ['lengthM', 'climbM', 'profile', 'visits'] as const) {
              race.setValue(at + key, taken.course[key], { shouldDirty: true });
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
