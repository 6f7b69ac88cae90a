import { type ReactNode, useId, useMemo } from 'react';

import { useFromRecentStandings } from '#client/live/use-recent.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Starter } from '#shared/model/result.ts';
import { type ResultsTab, eventsOf } from '#shared/scoring/tabs.ts';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { DialogButtons, ModalDialog } from '#client/ui/ModalDialog.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import { allRows, listRows } from '../list-rows.ts';
import styles from './FilterDialog.module.css';
import { listFilterOptions } from './filter-options.ts';
import { EMPTY_QUERY, type ResultsQuery, createMatch, isFiltered } from './results-query.ts';

export interface FilterDialogProps {
  readonly tab: ResultsTab;
  readonly config: RaceConfig;
  /** The start list, which is filtered before the start; undefined once there are rows. */
  readonly starters: readonly Starter[] | undefined;
  readonly query: ResultsQuery;
  readonly onChange: (part: Partial<ResultsQuery>) => void;
  readonly onClose: () => void;
}

/** The filters; each choice applies at once to the rows behind the dialog. */
export function FilterDialog(props: FilterDialogProps): ReactNode {
  const { tab, config, starters, query, onChange, onClose } = props;
  const { common, finding } = useTexts();
  const courses = coursesOf(config);
  const titleId = useId();
  const everyone = useFromRecentStandings(
    (standings): readonly Starter[] => {
      const events = new Set(eventsOf(tab, courses));
      const listed = standings ? allRows(listRows(standings, tab)) : [];
      return [...listed, ...(starters ?? []).filter((one) => events.has(one.events))];
    },
    [tab, starters, courses],
  );
  const options = useMemo(
    () => listFilterOptions(everyone, query, courses),
    [everyone, query, courses],
  );
  const count = useMemo(() => {
    const match = createMatch(query, courses);
    return match ? everyone.filter(match.matches).length : everyone.length;
  }, [everyone, query, courses]);

  return (
    <ModalDialog labelledBy={titleId} width="sheet" onClose={onClose}>
      <h2 id={titleId} className={styles.title}>
        {finding.filter}
      </h2>
      <div className={styles.fields}>
        <Choice
          legend={finding.sex}
          all={finding.everyone}
          chosen={query.sex}
          options={options.sexes}
          labels={finding.sexes}
          onChoose={(sex) => {
            // A category of another sex would match nobody.
            const isOther = sex !== '' && courses.sexOf({ ageGroup: query.category }) !== sex;
            onChange(isOther ? { sex, category: '' } : { sex });
          }}
        />
        <Choice
          legend={finding.category}
          all={finding.everyone}
          chosen={query.category}
          options={options.categories}
          onChoose={(category) => onChange({ category })}
        />
        {options.clubs.length > 0 ? (
          <Field label={common.club}>
            {(control) => (
              <select
                {...control}
                value={query.club}
                onChange={({ currentTarget }) => onChange({ club: currentTarget.value })}
              >
                <option value="">{finding.anyClub}</option>
                {options.clubs.map((club) => (
                  <option key={club}>{club}</option>
                ))}
              </select>
            )}
          </Field>
        ) : null}
      </div>
      <DialogButtons>
        <Button
          disabled={!isFiltered(query)}
          onClick={() => onChange({ ...EMPTY_QUERY, text: query.text })}
        >
          {finding.clear}
        </Button>
        <Button kind="main" onClick={onClose}>
          {finding.show(count)}
        </Button>
      </DialogButtons>
    </ModalDialog>
  );
}

interface ChoiceProps<Value extends string> {
  readonly legend: string;
  /** The label of no choice. */
  readonly all: string;
  readonly chosen: Value | '';
  readonly options: readonly Value[];
  /** The labels of the values, where these are not their own. */
  readonly labels?: Readonly<Record<Value, string>>;
  readonly onChoose: (value: Value | '') => void;
}

/** A set of radio buttons. */
function Choice<Value extends string>(props: ChoiceProps<Value>): ReactNode {
  const { legend, all, chosen, options, labels, onChoose } = props;
  const name = useId();
  if (options.length === 0) return null;
  const chip = (value: Value | '', label: string): ReactNode => (
    <label key={value} className="chip">
      <input type="radio" name={name} checked={chosen === value} onChange={() => onChoose(value)} />
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset className={`${styles.choice} plain-set`}>
      <legend>{legend}</legend>
      <div className="flow">
        {chip('', all)}
        {options.map((value) => chip(value, labels?.[value] ?? value))}
      </div>
    </fieldset>
  );
}
