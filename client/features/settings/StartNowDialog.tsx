import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';

import { labelEvent } from '#shared/format/label-event.ts';
import { EVENTS } from '#shared/model/event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';

import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import type { FetchedConfig } from '#client/organisers/config/read-config.ts';
import { readConfig } from '#client/organisers/config/read-config.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { presentStart } from './config-body.ts';
import type { StartField } from '#client/organisers/texts/config-texts.ts';
import { START_FIELDS, valuesOf } from '#client/organisers/texts/config-texts.ts';
import { ImpactNote } from './ImpactNote.tsx';
import {
  describeMoment,
  describeTimeOfDay,
  showStart,
  writeStart,
} from '#client/organisers/texts/start-text.ts';
import { useSettingsDeed } from './use-settings-deed.ts';

/** A press on `Start now`; `pressedMs` is by this computer's clock, whatever that shows. */
export interface StartPress {
  readonly field: StartField;
  readonly pressedMs: EpochMs;
  /** What the field held then, as saved; empty for nothing. */
  readonly before: string;
}

export interface StartNowDialogProps {
  readonly press: StartPress;
  readonly config: FetchedConfig;
  /** How far the server's clock is ahead of this computer's. */
  readonly offsetMs: DurationMs;
  readonly onSaved: (saved: FetchedConfig) => void;
  readonly onClose: () => void;
}

/** Asks whether the moment of the press is the start, however long the answer takes. */
export function StartNowDialog(props: StartNowDialogProps): ReactNode {
  const { press, config, offsetMs, onSaved, onClose } = props;
  const { field, pressedMs } = press;
  const { timeZone } = config;
  // Only what was seen is replaced: at the press, or since by an objection.
  const [before, setBefore] = useState(press.before);
  const deed = useSettingsDeed({
    onSaved: (saved) => {
      onSaved(saved);
      onClose();
    },
    onObjection: (latest) => {
      setBefore(valuesOf(latest)[field]);
    },
  });
  const calls = useCalls();
  const queries = useQueryClient();
  // Asked right after the press, the server's clock cannot have been set or slept through since.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: readConfig(calls).queryKey });
  }, [queries, calls]);

  const startMs = pressedMs + offsetMs;
  const start = writeStart(startMs, timeZone);
  const there = valuesOf(config)[field];
  const name = nameStart(field, config);
  const confirm = (): void => {
    if (start === undefined) return;
    const findObjection = (latest: RaceConfig): string | undefined => {
      if (valuesOf(latest)[field] === before) return undefined;
      return `Another organiser set the ${name} meanwhile. Look at it, then press again or cancel.`;
    };
    deed.mutate({ changes: presentStart(field, start), findObjection });
  };
  return (
    <ConfirmDialog
      title={`Set the ${name} to ${describeTimeOfDay(startMs, timeZone)}?`}
      confirmLabel="Record this start"
      kind={there === '' ? 'main' : 'danger'}
      isBusy={deed.isPending}
      isReady={start !== undefined}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {deed.error ? (
        <Banner kind="alert">
          <p>Failed to update web config</p>
          <p>{messageOf(deed.error)}</p>
        </Banner>
      ) : null}
      {there === before || deed.error ? null : (
        <Banner kind="alert">Another organiser set the {name} while you were asked.</Banner>
      )}
      <p>
        The button was pressed at <strong>{describeMoment(startMs, timeZone)}</strong> by the
        server’s clock, in {timeZone}. This moment is recorded, however long you take here.
      </p>
      <p>{describeReach(field, config)}</p>
      {there === '' ? null : <p>It replaces {showStart(there)}.</p>}
      {start === undefined ? null : (
        <ImpactNote changes={presentStart(field, start)} config={config} />
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

function nameStart(field: StartField, config: RaceConfig): string {
  const event = EVENTS.find((code) => START_FIELDS[code] === field);
  return event ? `${labelEvent(event, config)} start` : 'race start';
}

function describeReach(field: StartField, config: RaceConfig): string {
  if (field !== 'raceStart') return 'It counts for this distance alone.';
  const own = EVENTS.filter((event) => config.starts[event] !== '');
  const names = own.map((event) => labelEvent(event, config)).join(' and ');
  return own.length === 0
    ? 'It counts for every distance.'
    : `It counts for every distance but ${names}, with a start of its own.`;
}
