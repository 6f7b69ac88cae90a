import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';

import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import type { EventCode } from '#shared/model/ids.ts';
import {
  type SettingPart,
  type SettingValue,
  type SettingValues,
  valueOf,
} from '#shared/model/setting-parts.ts';

import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useReports } from '#client/organisers/rollcall/use-control.ts';
import { useRollCall } from '#client/organisers/rollcall/use-roll-call.ts';
import {
  describeMissingNames,
  findUnaccounted,
  isNamed,
  NOBODY_NAMED,
  ClosingNames,
} from './ClosingNames.tsx';
import { type FetchedConfig, useSettingsAction } from '#client/organisers/config/fetched-config.ts';
import { describeClosing } from './describe-closing.ts';
import { ImpactNote } from '#client/organisers/config/ImpactNote.tsx';
import { SaveFailure } from '#client/organisers/config/SaveFailure.tsx';
import { useRaceClock } from '#client/organisers/lists/race-clock.tsx';

/** Whether a distance or the whole race is closed or reopened. */
export interface Closing {
  readonly event: EventCode | undefined;
  readonly toBeClosed: boolean;
}

export interface ClosingDialogProps {
  readonly closing: Closing;
  readonly config: FetchedConfig;
  readonly onClose: () => void;
}

/** The report on everybody who is unaccounted for when the race is closed. */
const UNACCOUNTED = 'closed with this runner unaccounted for';
const AT_ONCE = 6;

/** Asks before everyone still out becomes DNF, each by name, or before they are racing again. */
export function ClosingDialog(props: ClosingDialogProps): ReactNode {
  return props.closing.toBeClosed ? <CloseDialog {...props} /> : <ReopenDialog {...props} />;
}

function CloseDialog({ closing, config, onClose }: ClosingDialogProps): ReactNode {
  const { event } = closing;
  const name = nameClosing(closing, config);
  const rollCall = useRollCall(config, useRaceClock().nowMs);
  const [named, setNamed] = useState(NOBODY_NAMED);
  const { values, was } = settingsOf(closing, config);
  const save = useSettingsAction(config, onClose);
  const { make } = useReports();
  /** The runners already reported, so that a second attempt does not repeat them. */
  const reported = useRef(new Set<string>());
  const unaccounted = rollCall && findUnaccounted(rollCall, event);
  const isReady = unaccounted !== undefined && isNamed(unaccounted, named);
  const report = useMutation({
    mutationFn: async () => {
      const atMs = Date.now() + config.offsetMs;
      const left =
        unaccounted?.filter(({ runner }) => !reported.current.has(runner.runnerId)) ?? [];
      for (let at = 0; at < left.length; at += AT_ONCE) {
        await Promise.all(
          left.slice(at, at + AT_ONCE).map(async ({ runner: { runnerId } }) => {
            await make.mutateAsync({ runnerId, kind: 'note', atMs, text: UNACCOUNTED });
            reported.current.add(runnerId);
          }),
        );
      }
    },
    onSuccess: () => save.mutate({ values, was }),
  });
  return (
    <ConfirmDialog
      title={`Close ${name}?`}
      confirmLabel={`Close ${name}`}
      kind="danger"
      isBusy={report.isPending || save.isPending}
      isReady={isReady}
      onConfirm={() => report.mutate()}
      onCancel={onClose}
    >
      {report.error ? (
        <Banner kind="alert">
          <p>Not closed: “unaccounted for” could not be recorded for everyone.</p>
          <p>{messageOf(report.error)}</p>
        </Banner>
      ) : null}
      {save.error ? <SaveFailure reason={messageOf(save.error)} /> : null}
      <p>
        In the results{event ? ` of ${name}` : ''},{' '}
        {describeClosing(event ? [event] : listEvents(config), config)}. No scan is lost, late
        finishers still count, and it can be reopened.
      </p>
      {unaccounted ? (
        <ClosingNames unaccounted={unaccounted} named={named} onNamed={setNamed} />
      ) : (
        <p>We don’t know yet who is still out.</p>
      )}
      {unaccounted ? <output>{describeMissingNames(unaccounted, named)}</output> : null}
      <ImpactNote values={values} config={config} />
    </ConfirmDialog>
  );
}

function ReopenDialog({ closing, config, onClose }: ClosingDialogProps): ReactNode {
  const name = nameClosing(closing, config);
  const { values, was } = settingsOf(closing, config);
  const isOfficial = config.officialAt !== '';
  const save = useSettingsAction(config, onClose);
  return (
    <ConfirmDialog
      title={`Reopen ${name}?`}
      confirmLabel={`Reopen ${name}`}
      isBusy={save.isPending}
      onConfirm={() => save.mutate({ values, was })}
      onCancel={onClose}
    >
      {save.error ? <SaveFailure reason={messageOf(save.error)} /> : null}
      <p>
        Anyone who became DNF because {name} was closed shows as racing again
        {closing.event ? '' : ', except for a distance that was closed on its own'}.
        {isOfficial ? ' The results will no longer be official.' : ''}
      </p>
      <ImpactNote values={values} config={config} />
    </ConfirmDialog>
  );
}

function nameClosing({ event }: Closing, config: FetchedConfig): string {
  return event ? labelEvent(event, config) : 'the race';
}

/** Of results that are open again. */
const WITHDRAWN = ['officialAt', 'protestsUntil'] as const;

/** Reopening also withdraws official results: closed again they may differ (RULES.md OF1). */
function settingsOf(
  { event, toBeClosed }: Closing,
  config: FetchedConfig,
): { readonly values: SettingValues; readonly was: SettingValues } {
  const part: SettingPart = event ? `closedEvents.${event}` : 'closed';
  const values = new Map<SettingPart, SettingValue>([[part, toBeClosed]]);
  const withdrawn = toBeClosed ? [] : WITHDRAWN.filter((name) => config[name] !== '');
  for (const name of withdrawn) values.set(name, '');
  return { values, was: new Map(Array.from(values.keys(), (key) => [key, valueOf(config, key)])) };
}
