import { type ReactNode, type RefObject, useState } from 'react';

import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { type SourceSummary, TIMED_READS } from '#shared/wire/reads-api.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { countOf, formatCount } from '#client/organisers/texts/count-words.ts';
import { FindBox } from '#client/ui/FindBox.tsx';
import { TIMED_NAMES, VERDICT_NAMES } from '#client/organisers/reads/describe-read.ts';
import { type FilterDay, readFilterTime, READ_VERDICTS, type ReadsFilter } from './reads-filter.ts';

export interface ReadsToolbarProps {
  readonly filter: ReadsFilter;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onChange: (part: Partial<ReadsFilter>) => void;
  readonly findField: RefObject<HTMLInputElement | null>;
  readonly sources: readonly SourceSummary[];
  /** The number of matching reads; undefined until loaded. */
  readonly count: number | undefined;
  readonly config: RaceConfig;
  readonly day: FilterDay;
}

export function ReadsToolbar(props: ReadsToolbarProps): ReactNode {
  const { filter, text, onText, onChange, findField, sources, count, config, day } = props;
  const total = sources.reduce((sum, { reads }) => sum + reads, 0);
  const isFound = text.trim() !== '';
  return (
    <div className="toolbar row px-1 py-1.5 phone:static [&>search]:max-w-[24rem] [&>search]:flex-[1_1_12rem] phone:[&>search]:max-w-none phone:[&>search]:flex-[1_0_100%]">
      <FindBox
        label="Find a band, bib or name"
        inputRef={findField}
        text={text}
        onText={onText}
        shown={isFound && count !== undefined ? { shown: count, listed: total } : undefined}
      />
      <Choice
        label="Source"
        all="All sources"
        chosen={filter.source}
        options={sources.map(({ source }) => [source, source])}
        onChoose={(source) => onChange({ source })}
      />
      <Choice
        label="Point"
        all="All points"
        chosen={filter.point}
        options={coursesOf(config).points.map((point) => [point, describePoint(point, config)])}
        onChoose={(point) => onChange({ point })}
      />
      <Choice
        label="Verdict"
        all="Counted or not"
        chosen={filter.verdict}
        options={[
          ['not-counted', 'Not counted'],
          ...TIMED_READS.map((timed) => [timed, TIMED_NAMES[timed]] as const),
          ...READ_VERDICTS.map((verdict) => [verdict, VERDICT_NAMES[verdict]] as const),
        ]}
        onChoose={(verdict) => onChange({ verdict })}
      />
      {(['from', 'until'] as const).map((part) => (
        <TimeBox
          key={`${part} ${filter[part]}`}
          part={part}
          chosen={filter[part]}
          day={day}
          onChoose={(typed) => onChange({ [part]: typed })}
        />
      ))}
      {isFound || count === undefined ? null : (
        <p className="ml-auto text-m text-muted">
          {count === total
            ? countOf(total, 'read')
            : `${formatCount(count)} of ${countOf(total, 'read')}`}
        </p>
      )}
    </div>
  );
}

// Below 16 px a phone zooms in on focus.
const CHOICE =
  'outlined touch shrinks clickable max-w-[10rem] rounded-xl px-2.5 text-[max(1rem,16px)] data-chosen:border-2 data-chosen:border-accent data-chosen:font-strong phone:max-w-none phone:flex-[1_1_8rem]';
const TIME_NAMES = { from: 'From', until: 'Until' } as const;

interface TimeBoxProps {
  readonly part: 'from' | 'until';
  /** As typed. */
  readonly chosen: string;
  readonly day: FilterDay;
  readonly onChoose: (typed: string) => void;
}

/** A time from or until which reads are listed; it takes effect on blur or Enter. */
function TimeBox({ part, chosen, day, onChoose }: TimeBoxProps): ReactNode {
  const [typed, setTyped] = useState(chosen);
  const text = typed.trim();
  const isWrong = text !== '' && readFilterTime(part, text, day) === undefined;
  const choose = (): void => {
    if (!isWrong && text !== chosen) onChoose(text);
  };
  return (
    <input
      className={`${CHOICE} flex-[0_1_7rem] cursor-text aria-invalid:border-alert`}
      aria-label={`${TIME_NAMES[part]}, as 18:02`}
      aria-invalid={isWrong}
      title={
        isWrong
          ? 'A time of day such as 18:02, or with its date, such as 2026-06-20 18:02'
          : undefined
      }
      placeholder={`${TIME_NAMES[part]} 18:02`}
      autoComplete="off"
      data-chosen={chosen === '' ? undefined : ''}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={choose}
      onKeyDown={({ key }) => {
        if (key === 'Enter') choose();
      }}
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly chosen: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onChoose: (value: string) => void;
}

function Choice({ label, all, chosen, options, onChoose }: ChoiceProps): ReactNode {
  const isKnown = chosen === '' || options.some(([value]) => value === chosen);
  return (
    <select
      className={CHOICE}
      aria-label={label}
      data-chosen={chosen === '' ? undefined : ''}
      value={chosen}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <option value="">{all}</option>
      {(isKnown ? options : [...options, [chosen, chosen] as const]).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}
