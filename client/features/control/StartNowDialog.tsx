import { listOf } from '#client/organisers/texts/count-words.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { placeOf, type StartPart, valueOf } from '#shared/model/setting-parts.ts';
import type { EpochMs } from '#shared/model/time.ts';

import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import {
  type FetchedConfig,
  findConflict,
  configQuery,
  useSettingsAction,
} from '#client/organisers/config/fetched-config.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { ImpactNote } from '#client/organisers/config/ImpactNote.tsx';
import {
  describeMoment,
  describeTimeOfDay,
  showStart,
  writeStart,
} from '#client/organisers/texts/start-text.ts';
import { SaveFailure } from '#client/organisers/config/SaveFailure.tsx';

/** A press on `Start now`; `pressedMs` is by this computer's clock, right or wrong. */
export interface StartPress {
  readonly field: StartPart;
  readonly pressedMs: EpochMs;
  /** The saved value of the field at the press; empty for none. */
  readonly before: string;
}

export interface StartNowDialogProps {
  readonly press: StartPress;
  readonly config: FetchedConfig;
  readonly onClose: () => void;
}

/** Asks whether the moment of the press is the start, however long the answer takes. */
export function StartNowDialog({ press, config, onClose }: StartNowDialogProps): ReactNode {
  const { field, pressedMs } = press;
  const { timeZone } = config;
  // Only a value that was seen is replaced: the one at the press, or the one from a refusal since.
  const [before, setBefore] = useState(press.before);
  const save = useSettingsAction(config, onClose);
  const calls = useCalls();
  const queries = useQueryClient();
  // Refetched right after the press, before either clock can change.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: configQuery(calls).queryKey });
  }, [queries, calls]);

  const startMs = pressedMs + config.offsetMs;
  const start = writeStart(startMs, timeZone);
  const there = String(valueOf(config, field));
  const name = nameStart(field, config);
  const confirm = (): void => {
    if (start === undefined) return;
    save.mutate(
      { values: new Map([[field, start]]), was: new Map([[field, before]]) },
      {
        onError: (error) => {
          const conflict = findConflict(error);
          if (conflict) setBefore(String(valueOf(conflict.current, field)));
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title={`Set the ${name} to ${describeTimeOfDay(startMs, timeZone)}?`}
      confirmLabel="Record this start"
      kind={there === '' ? 'main' : 'danger'}
      isBusy={save.isPending}
      isReady={start !== undefined}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {save.error ? (
        <SaveFailure
          reason={
            findConflict(save.error)
              ? `Another organiser has set the ${name}. Check it, then press again or cancel.`
              : messageOf(save.error)
          }
        />
      ) : null}
      {there === before || there === start || save.error ? null : (
        <Banner kind="alert">Another organiser set the {name} in the meantime.</Banner>
      )}
      <p>
        The button was pressed at <strong>{describeMoment(startMs, timeZone)}</strong> by the
        server’s clock, in {timeZone}. This moment is recorded, however long you take here.
      </p>
      <p>{describeScope(field, config)}</p>
      {there === '' ? null : <p>It replaces {showStart(there)}.</p>}
      {start === undefined ? null : (
        <ImpactNote values={new Map([[field, start]])} config={config} />
      )}
      {start === undefined ? (
        <Banner kind="alert">
          The clocks in {timeZone} go back and show this hour twice. Note the time, set the time
          zone to UTC, and enter the start there.
        </Banner>
      ) : null}
    </ConfirmDialog>
  );
}

function nameStart(field: StartPart, config: RaceConfig): string {
  const { event } = placeOf(field);
  if (!event) return 'race start';
  return `${coursesOf(config).findWave(event)?.name ?? labelEvent(event, config)} start`;
}

function describeScope(field: StartPart, config: RaceConfig): string {
  const courses = coursesOf(config);
  if (field !== 'raceStart') {
    const { event = '' } = placeOf(field);
    return `It counts for this ${courses.findWave(event) ? 'wave' : 'distance'} alone.`;
  }
  const own = courses.events.filter((event) => config.starts[event]);
  const names = listOf(own.map((event) => labelEvent(event, config)));
  return own.length === 0
    ? 'It counts for every distance.'
    : `It counts for every distance except ${names}, with ${own.length === 1 ? 'its own start' : 'their own starts'}.`;
}
