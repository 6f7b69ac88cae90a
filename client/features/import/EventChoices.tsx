import type { ReactNode } from 'react';
import type { ImportPreview } from '#shared/wire/import-api.ts';
import { Field, type FieldControl } from '#client/ui/Field.tsx';
import { type Choices, chooseEvent } from './choices.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import type { EventCode } from '#shared/model/event.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';

export const CHOICE_GRID =
  'm-0 grid min-w-0 grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] items-end gap-x-3.5 gap-y-2.5 wrap-anywhere [&>legend]:px-0 [&>legend]:pb-2 [&>legend]:font-strong [&>p]:col-span-full [&>p]:text-m';

interface EventSelectProps {
  readonly control: FieldControl;
  readonly event: EventCode | undefined;
  readonly isDisabled: boolean;
  readonly onChoose: (event: EventCode | undefined) => void;
}

/** Selects one of the configured events, or none until somebody chose. */
function EventSelect({ control, event, isDisabled, onChoose }: EventSelectProps): ReactNode {
  const { data: config = DEFAULT_CONFIG } = useConfig();
  return (
    <select
      {...control}
      value={event ?? ''}
      disabled={isDisabled}
      onChange={({ currentTarget: { value } }) => onChoose(value || undefined)}
    >
      <option value="">Choose an event</option>
      {listEvents(config).map((offered) => (
        <option key={offered} value={offered}>
          {labelEvent(offered, config)}
        </option>
      ))}
    </select>
  );
}

export interface EventChoicesProps {
  readonly preview: ImportPreview;
  /** The column that holds the event now. */
  readonly eventHeader: string | undefined;
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
  readonly isDisabled: boolean;
}

/** Asks which event all runners are in, or what the file's words for the events mean. */
export function EventChoices(props: EventChoicesProps): ReactNode {
  const { preview, eventHeader, choices, onChoose, isDisabled } = props;
  const { eventValues, moreEventValues, columns } = preview;
  if (eventHeader === undefined) {
    // Present entries have their events.
    if (preview.merge && preview.faultCount === 0 && choices.allEvent === undefined) return null;
    return (
      <div className={CHOICE_GRID}>
        <Field label="Everyone is in" hint="The file has no column for the event.">
          {(control) => (
            <EventSelect
              control={control}
              event={choices.allEvent}
              isDisabled={isDisabled}
              onChoose={(allEvent) => onChoose({ ...choices, allEvent })}
            />
          )}
        </Field>
      </div>
    );
  }
  // The values belong to the column that held the event at the server's last look.
  const isCurrent = columns.some(
    ({ header, field }) => header === eventHeader && field === 'event',
  );
  if (!isCurrent || eventValues.length === 0) return null;
  const events = choices.eventsOf === eventHeader ? choices.events : undefined;
  return (
    <fieldset className={`plain-set ${CHOICE_GRID}`}>
      <legend>Unknown event names</legend>
      {eventValues.map(({ value, rows }) => (
        <Field key={value} label={`${value || 'Without an event'} (${countOf(rows, 'runner')})`}>
          {(control) => (
            <EventSelect
              control={control}
              event={events?.get(value)}
              isDisabled={isDisabled}
              onChoose={(event) => onChoose(chooseEvent(choices, eventHeader, [value, event]))}
            />
          )}
        </Field>
      ))}
      {moreEventValues > 0 ? (
        <p>
          … and {moreEventValues} more: is “{eventHeader}” the event?
        </p>
      ) : null}
    </fieldset>
  );
}
