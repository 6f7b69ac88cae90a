import type { ReactNode } from 'react';

import type { StartPart } from '#shared/model/setting-parts.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { findStartMs } from '#shared/model/wall-clock.ts';

import { Button } from '#client/ui/Button.tsx';
import layout from './layout.module.css';
import { readTyped } from './setting-texts.ts';
import { SettingField } from './SettingField.tsx';
import {
  completeStart,
  describeDistance,
  describeMoment,
} from '#client/organisers/texts/start-text.ts';
import type { ConfigForm } from './use-config-form.ts';

export interface StartFieldProps {
  readonly form: ConfigForm;
  readonly field: StartPart;
  readonly label: string;
  /** The meaning of an empty field; empty if the label says it. */
  readonly whenEmpty: string;
  /** As typed; undefined while it is invalid. */
  readonly timeZone: string | undefined;
  /** The placeholder; without it the form of a start. */
  readonly placeholder?: string;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
}

export function StartField(props: StartFieldProps): ReactNode {
  const { form, field, label, whenEmpty, timeZone, nowMs } = props;
  const typed = form.typed[field] ?? '';
  const note = typed.trim() === '' ? whenEmpty : describeStart(typed, timeZone, nowMs);
  return (
    <SettingField
      form={form}
      field={field}
      label={label}
      hint=""
      {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
      beside={
        typed === '' ? null : (
          <Button aria-label={`Clear: ${label}`} onClick={() => form.empty(field)}>
            ×
          </Button>
        )
      }
      onBlur={() => {
        const full = timeZone === undefined ? typed : completeStart(typed, nowMs, timeZone);
        if (full !== typed) form.type(field, full);
      }}
    >
      {note === '' ? null : <p className={layout.understood}>{note}</p>}
    </SettingField>
  );
}

function describeStart(typed: string, timeZone: string | undefined, nowMs: EpochMs): string {
  if (timeZone === undefined) return 'Not understood yet.';
  const reading = readTyped('raceStart', completeStart(typed, nowMs, timeZone));
  if (!reading.ok) return 'Not understood yet.';
  const startMs = findStartMs(reading.value, timeZone);
  if (startMs === undefined) return 'Not understood yet.';
  return `${describeMoment(startMs, timeZone)} · ${describeDistance(startMs, nowMs)}`;
}
