import type { ReactNode } from 'react';

import { MAX_REASON } from '#shared/model/correction.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { parseBandId } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { useLists } from '../lists/ListsProvider.tsx';
import { describePoint, formatDay } from '../runners/describe-last-seen.ts';
import { describeEntry } from '../runners/describe-change.ts';
import { nameRunner } from '../runners/editor-values.ts';
import { TimeFields } from '../runners/TimeFields.tsx';
import { Field } from '#client/ui/Field.tsx';
import {
  ACTION_NAMES,
  type AddedTo,
  type ActionKind,
  type CorrectionDraft,
  type CorrectionSeed,
  type DraftFaults,
} from './correction-draft.ts';
import styles from './CorrectionDialog.module.css';

export interface WhoseRead extends AddedTo {
  readonly runner: AdminRunner | undefined;
}

export interface DraftFieldsProps {
  readonly draft: CorrectionDraft;
  readonly seed: CorrectionSeed;
  readonly config: RaceConfig;
  readonly to: WhoseRead;
  readonly faults: DraftFaults;
  readonly onChange: (part: Partial<CorrectionDraft>) => void;
}

/** The fields of a correction: those that its action and its reads need, and the reason. */
export function DraftFields(props: DraftFieldsProps): ReactNode {
  const { draft, seed, config, onChange } = props;
  const { action } = draft;
  return (
    <>
      {seed.kind === 'source' ? (
        <Field label="What to do">
          {(control) => (
            <select
              {...control}
              value={action}
              onChange={({ currentTarget }) =>
                onChange({ action: currentTarget.value as ActionKind })
              }
            >
              {Object.entries(ACTION_NAMES).map(([kind, name]) =>
                kind === 'add' ? null : (
                  <option key={kind} value={kind}>
                    {name}
                  </option>
                ),
              )}
            </select>
          )}
        </Field>
      ) : null}
      {action === 'clock' ? (
        <TextField
          {...props}
          part="shift"
          label="By how much"
          hint="+20:00 makes them twenty minutes later, -1:00:00 an hour earlier. Tenths may follow."
        />
      ) : null}
      {action === 'point' ? <PointChoice {...props} /> : null}
      {action === 'band' ? <BandField {...props} /> : null}
      {action === 'add' ? <AdditionFields {...props} /> : null}
      {seed.kind === 'source' ? (
        <div className={styles.span}>
          <TextField {...props} part="from" label="From" />
          <TextField
            {...props}
            part="until"
            label="Until"
            hint="Empty: also what is still to come."
          />
          {seed.points.length > 1 ? (
            <Field label="Read at">
              {(control) => (
                <select
                  {...control}
                  value={draft.point}
                  onChange={({ currentTarget }) => onChange({ point: currentTarget.value })}
                >
                  <option value="">All its points</option>
                  {seed.points.map((point) => (
                    <option key={point} value={point}>
                      {describePoint(point, config)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          ) : null}
          <p className={`${styles.across} text-s muted`}>
            By what the reads said when they came, in {config.timeZone}; of{' '}
            {formatDay(seed.untilMs, config.timeZone)} unless a date stands before the time.
          </p>
        </div>
      ) : null}
      <TextField {...props} part="reason" label="Reason" />
    </>
  );
}

interface TextFieldProps extends DraftFieldsProps {
  readonly part: 'shift' | 'from' | 'until' | 'band' | 'who' | 'reason';
  readonly label: string;
  readonly hint?: string;
  readonly note?: string;
}

function TextField({
  draft,
  faults,
  onChange,
  part,
  label,
  hint,
  note,
}: TextFieldProps): ReactNode {
  return (
    <Field label={label} error={faults[part]} hint={hint} note={note}>
      {(control) => (
        <input
          {...control}
          type="text"
          autoComplete="off"
          spellCheck={part === 'reason'}
          inputMode={part === 'band' ? 'numeric' : undefined}
          maxLength={part === 'reason' ? MAX_REASON : undefined}
          value={draft[part]}
          onChange={({ currentTarget }) => onChange({ [part]: currentTarget.value })}
        />
      )}
    </Field>
  );
}

function BandField(props: DraftFieldsProps): ReactNode {
  const { everyone } = useLists();
  const band = parseBandId(props.draft.band);
  const holder = everyone.find(({ raceNumber }) => raceNumber === band);
  const note = holder ? `Worn by ${nameRunner(holder)}.` : 'Nobody has this band.';
  return (
    <div data-takes-reads>
      <TextField {...props} part="band" label="Band" note={band === undefined ? '' : note} />
    </div>
  );
}

function AdditionFields(props: DraftFieldsProps): ReactNode {
  const { draft, seed, config, to, faults, onChange } = props;
  const { runner, band } = to;
  const courses = coursesOf(config);
  const course = runner && courses.pointsOf(runner.event);
  const note = runner
    ? `${nameRunner(runner)}, ${describeEntry(runner, config)}${band === undefined ? '' : `, by band ${band}`}.`
    : '';
  return (
    <>
      {seed.kind === 'added' && seed.runnerId === undefined ? (
        <div data-takes-reads>
          <TextField {...props} part="who" label="Bib, band or name" note={note} />
        </div>
      ) : null}
      <Field label="Where" error={faults.point}>
        {(control) => (
          <select
            {...control}
            value={draft.point}
            onChange={({ currentTarget }) => onChange({ point: currentTarget.value })}
          >
            {courses.points
              .filter((point) => course?.has(point) ?? true)
              .map((point) => (
                <option key={point} value={point}>
                  {describePoint(point, config, runner?.event)}
                </option>
              ))}
          </select>
        )}
      </Field>
      <div className={styles.span}>
        <TimeFields
          typed={draft.time}
          frame={to}
          fault={faults.time}
          onChange={(time) => onChange({ time })}
        />
      </div>
    </>
  );
}

/** The points that the mat serves, at least one. */
function PointChoice({ draft, config, faults, onChange }: DraftFieldsProps): ReactNode {
  const toggle = (point: TimePoint): void => {
    const { points } = draft;
    onChange({
      points: points.includes(point) ? points.filter((one) => one !== point) : [...points, point],
    });
  };
  return (
    <fieldset className="plain-set" data-invalid={faults.points ? '' : undefined}>
      <legend className={`${styles.legend} text-s bold muted`}>Where the mat stood</legend>
      <div className="flow">
        {coursesOf(config).points.map((point) => (
          <label key={point} className="chip">
            <input
              type="checkbox"
              checked={draft.points.includes(point)}
              onChange={() => toggle(point)}
            />
            <span>{describePoint(point, config)}</span>
          </label>
        ))}
      </div>
      {faults.points === undefined ? null : (
        <p className={styles.fault} role="alert">
          {faults.points}
        </p>
      )}
    </fieldset>
  );
}
