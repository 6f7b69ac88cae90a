import { type ReactNode, useState } from 'react';

import { findOpenProtests } from '#shared/format/describe-results-state.ts';
import { type SettingValues, valueOf } from '#shared/model/setting-parts.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { en } from '#shared/texts/en.ts';

import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { Field } from '#client/ui/Field.tsx';
import { submitFromSelect } from '#client/ui/submit-from-select.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import {
  type FetchedConfig,
  findConflict,
  useSettingsAction,
} from '#client/organisers/config/fetched-config.ts';
import { SaveFailure } from '#client/organisers/config/SaveFailure.tsx';

const PROTEST_MINUTES = [15, 30, 60];

export type Step = 'protests' | 'official' | 'provisional';

export interface OfficialDialogProps {
  readonly config: FetchedConfig;
  readonly nowMs: EpochMs;
  readonly openItems: number;
  readonly step: Step;
  readonly onClose: () => void;
}

const TITLES: Readonly<Record<Step, string>> = {
  protests: 'When do protests against the results close?',
  official: 'Make the results official?',
  provisional: 'Make the results provisional again?',
};
const CONFIRM: Readonly<Record<Step, string>> = {
  protests: 'Set the time',
  official: 'Make them official',
  provisional: 'Make them provisional',
};

export function OfficialDialog({
  step,
  config,
  nowMs,
  openItems,
  onClose,
}: OfficialDialogProps): ReactNode {
  const save = useSettingsAction(config, onClose);
  const [name, setName] = useState(config.officialBy);
  const [minutes, setMinutes] = useState(30);
  const { timeZone } = config;
  const untilTime = formatWallClock(nowMs + minutes * MINUTE_MS, timeZone);
  const confirm = (): void => {
    const steps: Record<Step, SettingValues> = {
      protests: new Map([['protestsUntil', untilTime]]),
      official: new Map([
        ['officialAt', formatWallClock(nowMs, timeZone)],
        ['officialBy', name],
      ]),
      provisional: new Map([['officialAt', '']]),
    };
    const values = steps[step];
    const was = new Map(Array.from(values.keys(), (part) => [part, valueOf(config, part)]));
    save.mutate({ values, was });
  };
  const doubt =
    step === 'official' ? describeDoubt(findOpenProtests(config, nowMs, en), openItems) : '';
  return (
    <ConfirmDialog
      title={TITLES[step]}
      confirmLabel={CONFIRM[step]}
      kind={doubt === '' ? 'main' : 'danger'}
      isBusy={save.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {save.error ? (
        <SaveFailure
          reason={
            findConflict(save.error)
              ? 'Another organiser has changed this. Cancel, and look at it again.'
              : messageOf(save.error)
          }
        />
      ) : null}
      {step === 'official' ? (
        <>
          {doubt === '' ? null : <Banner kind="alert">{doubt}</Banner>}
          <p>
            Every page, file and certificate then says <strong>Official results</strong>, with the
            time and the name. Nothing is frozen: later corrections still count, and Changes shows
            who made them.
          </p>
          <Field label="In the name of" hint="Shown to everyone; may be left empty.">
            {(control) => (
              <input
                {...control}
                type="text"
                maxLength={60}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
        </>
      ) : null}
      {step === 'protests' ? (
        <Field
          label="From now"
          note={`Until ${untilTime.slice(11, 16).replace('-', ':')}. This is shown with the results.`}
        >
          {(control) => (
            <select
              {...control}
              value={minutes}
              onKeyDown={submitFromSelect}
              onChange={({ target }) => setMinutes(Number(target.value))}
            >
              {PROTEST_MINUTES.map((count) => (
                <option key={count} value={count}>
                  {count} minutes
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : null}
      {step === 'provisional' ? (
        <p>The results will be shown as provisional: they may change again.</p>
      ) : null}
    </ConfirmDialog>
  );
}

/** Reasons against official results; `protestsUntil` is empty if protests are not open. */
export function describeDoubt(protestsUntil: string, openItems: number): string {
  const items = openItems === 1 ? 'item is' : 'items are';
  const reasons = [
    ...(protestsUntil === '' ? [] : [`Protests are open until ${protestsUntil}.`]),
    ...(openItems === 0 ? [] : [`${openItems} ${items} open under Now to do.`]),
  ];
  return reasons.length === 0 ? '' : [...reasons, 'Make official anyway?'].join(' ');
}
