import { type ReactNode, useState } from 'react';

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
  changeAction,
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
                onChange(
                  changeAction(draft, currentTarget.value as ActionKind, seed, config.timeZone),
                )
              }
            >
              {Object.entries(ACTION_NAMES).map(([kind, name]) =>
                kind === 'add' || kind === 'list' ? null : (
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
      {action === 'list' ? <ListFields {...props} /> : null}
      {seed.kind === 'source' ? (
        <div className={styles.span}>
          <TextField {...props} part="from" label="From" />
          <TextField
            {...props}
            part="until"
            label="Until"
            hint="Empty: from then on, until it is taken back."
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
            By the reads’ own times, in {config.timeZone}; of{' '}
            {formatDay(seed.untilMs, config.timeZone)} unless you put a date before the time.
          </p>
        </div>
      ) : null}
      <TextField {...props} part="reason" label="Reason" />
    </>
  );
}

/** In bytes: far more than the times that are added at once. */
const LONGEST_FILE = 100_000;

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

/** The point of the added reads: one of the runner's course, if that is known. */
function WhereField({ draft, config, to, faults, onChange }: DraftFieldsProps): ReactNode {
  const courses = coursesOf(config);
  const course = to.runner && courses.pointsOf(to.runner.event);
  return (
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
                {describePoint(point, config, to.runner?.event)}
              </option>
            ))}
        </select>
      )}
    </Field>
  );
}

const LIST_HINT =
  'One line each: the bib, and the time since that runner’s gun, such as 0:17:53 or 17:53.';

/** A list of times from a stopwatch: pasted, or out of a file. */
function ListFields(props: DraftFieldsProps): ReactNode {
  const { draft, to, faults, onChange } = props;
  const { reads = [], words = [] } = to.list ?? {};
  const [fileFault, setFileFault] = useState<string>();
  const take = async (file: File): Promise<void> => {
    const text = file.size > LONGEST_FILE ? undefined : await file.text().catch(() => undefined);
    const why = file.size > LONGEST_FILE ? 'is too long for a list of times' : 'cannot be read';
    setFileFault(text === undefined ? `The file ${why}.` : undefined);
    if (text !== undefined) onChange({ list: text });
  };
  const rest = reads.length - words.length;
  const note =
    words.length === 0 ? '' : `${words.join(' · ')}${rest > 0 ? ` · and ${rest} more` : ''}`;
  return (
    <>
      <WhereField {...props} />
      <Field label="Bibs and times" error={faults.list} hint={LIST_HINT} note={note}>
        {(control) => (
          <textarea
            {...control}
            rows={6}
            spellCheck={false}
            placeholder={'101,0:17:53\n102,17:58'}
            value={draft.list}
            onChange={({ currentTarget }) => onChange({ list: currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Or from a file" error={fileFault}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.txt,.tsv,text/*"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) void take(file);
            }}
          />
        )}
      </Field>
    </>
  );
}

function AdditionFields(props: DraftFieldsProps): ReactNode {
  const { draft, seed, config, to, faults, onChange } = props;
  const { runner, band } = to;
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
      <WhereField {...props} />
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
      <legend className={`${styles.legend} text-s bold muted`}>Where the mat was</legend>
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
