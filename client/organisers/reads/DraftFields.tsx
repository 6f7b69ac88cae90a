import { type ReactNode, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { MAX_REASON } from '#shared/model/decisions.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { parseBandId } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { useLists } from '../lists/ListsProvider.tsx';
import { describePoint, formatDay } from '../runners/describe-last-seen.ts';
import { describeEntry } from '../runners/describe-change.ts';
import { nameRunner } from '../runners/editor-values.ts';
import { TimeFields } from '../runners/TimeFields.tsx';
import { ChipsField, type Option, SelectField, TextField } from '#client/kit/form-fields.tsx';
import { FilePicker } from '../uploads/FilePicker.tsx';
import {
  ACTION_NAMES,
  type AddedTo,
  type ActionKind,
  changeAction,
  type CorrectionDraft,
  type CorrectionSeed,
} from './correction-draft.ts';

export interface WhoseRead extends AddedTo {
  readonly runner: AdminRunner | undefined;
}

export interface DraftFieldsProps {
  readonly form: UseFormReturn<CorrectionDraft>;
  readonly draft: CorrectionDraft;
  readonly seed: CorrectionSeed;
  readonly config: RaceConfig;
  readonly to: WhoseRead;
}

const SOURCE_ACTIONS = Object.entries(ACTION_NAMES).filter(
  ([kind]) => kind !== 'add' && kind !== 'list',
);

export function DraftFields(props: DraftFieldsProps): ReactNode {
  const { draft, seed, config, form } = props;
  const { action } = draft;
  const listPoints = coursesOf(config).points.map((point): Option => {
    return [point, describePoint(point, config)];
  });
  return (
    <>
      {seed.kind === 'source' ? (
        <SelectField
          name="action"
          label="What to do"
          isWide
          options={SOURCE_ACTIONS}
          onChosen={(kind) => {
            const next = changeAction(draft, kind as ActionKind, seed, config.timeZone);
            form.reset({ ...draft, ...next }, { keepDefaultValues: true });
          }}
        />
      ) : null}
      {action === 'clock' ? (
        <TextField
          name="shift"
          label="By how much"
          hint="+20:00 makes them twenty minutes later, -1:00:00 an hour earlier. Tenths may follow."
          isWide
        />
      ) : null}
      {action === 'point' ? (
        <ChipsField name="points" label="Where the mat was" options={listPoints} />
      ) : null}
      {action === 'band' ? <BandField draft={draft} /> : null}
      {action === 'add' ? <AdditionFields {...props} /> : null}
      {action === 'list' ? <ListFields {...props} /> : null}
      {seed.kind === 'source' ? (
        <>
          <TextField name="from" label="From" />
          <TextField
            name="until"
            label="Until"
            hint="Empty: from then on, until it is taken back."
          />
          {seed.points.length > 1 ? (
            <SelectField
              name="point"
              label="Read at"
              options={[
                ['', 'All its points'],
                ...seed.points.map((point): Option => [point, describePoint(point, config)]),
              ]}
            />
          ) : null}
          <p className="col-span-full text-s muted">
            By the reads’ own times, in {config.timeZone}; of{' '}
            {formatDay(seed.untilMs, config.timeZone)} unless you put a date before the time.
          </p>
        </>
      ) : null}
      <TextField
        name="reason"
        label="Reason"
        hint="Required, for anyone who looks at this later."
        maxLength={MAX_REASON}
        isWide
      />
    </>
  );
}

/** In bytes; far more than the longest list of times. */
const LARGEST_FILE = 1024 * 1024;

function BandField({ draft }: Pick<DraftFieldsProps, 'draft'>): ReactNode {
  const { everyone } = useLists();
  const band = parseBandId(draft.band);
  const holder = everyone.find(({ raceNumber }) => raceNumber === band);
  const note = holder ? `Worn by ${nameRunner(holder)}.` : 'Nobody has this band.';
  return (
    <div className="col-span-full">
      <TextField
        name="band"
        label="Band"
        inputMode="numeric"
        note={band === undefined ? '' : note}
      />
    </div>
  );
}

/** The point of the added reads, on the runner's course if that is known. */
function WhereField({ config, to }: DraftFieldsProps): ReactNode {
  const courses = coursesOf(config);
  const course = to.runner && courses.pointsOf(to.runner.event);
  const points = courses.points.filter((point) => course?.has(point) ?? true);
  return (
    <SelectField
      name="point"
      label="Where"
      isWide
      options={points.map((point) => [point, describePoint(point, config, to.runner?.event)])}
    />
  );
}

const LIST_HINT =
  'One line each: the bib, and the time since that runner’s gun, such as 0:17:53 or 17:53.';

function ListFields(props: DraftFieldsProps): ReactNode {
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState<string>();
  const take = async (chosen: File): Promise<void> => {
    const text = await chosen.text().catch(() => undefined);
    if (text === undefined || text.trim() === '') {
      setFault(`${chosen.name} ${text === undefined ? 'cannot be read' : 'is empty'}.`);
      return;
    }
    setFault(undefined);
    setFile(chosen);
    props.form.setValue('list', text, { shouldDirty: true });
  };
  return (
    <>
      <WhereField {...props} />
      <TextField
        name="list"
        label="Bibs and times"
        hint={LIST_HINT}
        rows={6}
        isWide
        spellCheck={false}
        placeholder={'101,0:17:53\n102,17:58'}
      />
      <div className="col-span-full">
        <FilePicker
          label="Or from a file"
          accept=".csv,.txt,.tsv,text/*"
          maxBytes={LARGEST_FILE}
          file={file}
          isDisabled={false}
          fault={fault}
          onChoose={(chosen) => void take(chosen)}
        />
      </div>
    </>
  );
}

function AdditionFields(props: DraftFieldsProps): ReactNode {
  const { seed, config, to } = props;
  const { runner, band } = to;
  const note = runner
    ? `${nameRunner(runner)}, ${describeEntry(runner, config)}${band === undefined ? '' : `, by band ${band}`}.`
    : '';
  return (
    <>
      {seed.kind === 'added' && seed.runnerId === undefined ? (
        <div className="col-span-full">
          <TextField name="who" label="Bib, band or name" note={note} />
        </div>
      ) : null}
      <WhereField {...props} />
      <TimeFields frame={to} />
    </>
  );
}
