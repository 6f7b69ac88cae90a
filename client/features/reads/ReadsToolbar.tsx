import type { ReactNode, RefObject } from 'react';

import type { RaceConfig } from '#shared/model/race-config.ts';
import { TIME_POINTS } from '#shared/model/time-point.ts';
import type { SourceSummary } from '#shared/wire/reads-api.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { FindBox } from '#client/ui/FindBox.tsx';
import { formatCount, VERDICT_NAMES } from './describe-read.ts';
import { READ_VERDICTS, type ReadsFilter } from './reads-filter.ts';
import styles from './ReadsPage.module.css';

export interface ReadsToolbarProps {
  readonly filter: ReadsFilter;
  /** What stands in the find box. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onChange: (part: Partial<ReadsFilter>) => void;
  readonly findField: RefObject<HTMLInputElement | null>;
  readonly sources: readonly SourceSummary[];
  /** How many reads fit; undefined until it is known. */
  readonly count: number | undefined;
  readonly config: RaceConfig;
}

/** Which reads are looked at, and how many they are. */
export function ReadsToolbar(props: ReadsToolbarProps): ReactNode {
  const { filter, text, onText, onChange, findField, sources, count, config } = props;
  const total = sources.reduce((sum, { reads }) => sum + reads, 0);
  const isFound = text.trim() !== '';
  return (
    <div className={styles.toolbar}>
      <FindBox
        label="Find a band, bib or name"
        inputRef={findField}
        text={text}
        onText={onText}
        rowsName="reads"
        shown={isFound && count !== undefined ? { shown: count, listed: total } : undefined}
      />
      <Choice
        label="Source"
        all="All sources"
        chosen={filter.source}
        options={sources.map(({ source }) => [source, source])}
        onChoose={(source) => {
          onChange({ source });
        }}
      />
      <Choice
        label="Point"
        all="All points"
        chosen={filter.point}
        options={TIME_POINTS.map((point) => [point, describePoint(point, config)])}
        onChoose={(point) => {
          onChange({ point });
        }}
      />
      <Choice
        label="What became of them"
        all="Counted or not"
        chosen={filter.verdict}
        options={[
          ['not-counted', 'Not counted'],
          ...READ_VERDICTS.map((verdict) => [verdict, VERDICT_NAMES[verdict]] as const),
        ]}
        onChoose={(verdict) => {
          onChange({ verdict });
        }}
      />
      {isFound || count === undefined ? null : (
        <p className={styles.count}>
          {count === total
            ? countOf(total, 'read')
            : `${formatCount(count)} of ${countOf(total, 'read')}`}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** What no choice is called. */
  readonly all: string;
  readonly chosen: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onChoose: (value: string) => void;
}

function Choice({ label, all, chosen, options, onChoose }: ChoiceProps): ReactNode {
  const isKnown = chosen === '' || options.some(([value]) => value === chosen);
  return (
    <select
      className={styles.choice}
      aria-label={label}
      data-chosen={chosen === '' ? undefined : ''}
      value={chosen}
      onChange={({ currentTarget }) => {
        onChoose(currentTarget.value);
      }}
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
