import { labelEvent } from '#shared/format/label-event.ts';
import type { RunnerStatus } from '#shared/model/result.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { SettingValues } from '#shared/model/setting-parts.ts';
import type { EventImpact, SettingsImpact } from '#shared/wire/config-api.ts';

import { logOnce } from '#client/live/log-once.ts';
import { CallError } from '../calls/call-error.ts';
import type { Calls } from '../calls/calls.ts';
import { previewSettings } from './fetched-config.ts';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Banner } from '#client/ui/Banner.tsx';
import { useCalls } from '../session/use-session.ts';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';

export interface ImpactQuestion {
  /** The effect of a save on the results; undefined if unknown. */
  readonly lines: readonly string[] | undefined;
  readonly answer: (isWanted: boolean) => void;
}

export function ImpactDialog({ lines, answer }: ImpactQuestion): ReactNode {
  return (
    <ConfirmDialog
      title="Change the results?"
      confirmLabel="Save and change them"
      kind="danger"
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      <ImpactLines lines={lines} />
      <p>No scan is lost: changing it back restores the results.</p>
    </ConfirmDialog>
  );
}

interface ImpactNoteProps {
  readonly values: SettingValues;
  readonly config: RaceConfig;
}

export function ImpactNote({ values, config }: ImpactNoteProps): ReactNode {
  const calls = useCalls();
  const { data } = useQuery({
    queryKey: ['settings-impact', ...values],
    queryFn: async () => (await fetchImpact(calls, values, config)) ?? 'unknown',
    enabled: values.size > 0,
    // Reads may arrive later, so each dialog fetches its own answer.
    gcTime: 0,
  });
  const lines = values.size > 0 ? data : [];
  return (
    // Room for two lines for each of two distances, so that the buttons below do not move.
    <div className="well stack-4 min-h-[9em] content-start px-3.5 py-2.5">
      {lines === undefined ? <p>Checking the effect on the results…</p> : null}
      {lines?.length === 0 ? <p>No results change.</p> : null}
      {lines === undefined || lines.length === 0 ? null : (
        <ImpactLines lines={lines === 'unknown' ? undefined : lines} />
      )}
    </div>
  );
}

function ImpactLines({ lines }: { readonly lines: readonly string[] | undefined }): ReactNode {
  return lines ? (
    <>
      <p>This changes results that are shown to everyone:</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  ) : (
    <Banner kind="notice">
      The effect on the results is unknown right now. All times will be recalculated.
    </Banner>
  );
}

/** A line for each distance; undefined if unknown. */
export async function fetchImpact(
  calls: Calls,
  values: SettingValues,
  config: RaceConfig,
): Promise<readonly string[] | undefined> {
  try {
    return describeImpact(await previewSettings(calls, values), config);
  } catch (error) {
    // The save refuses invalid values, field by field.
    if (error instanceof CallError && error.status === 400) return [];
    logOnce('the effect of the settings is unavailable', error);
    return undefined;
  }
}

/** The effect of settings on the results, a line for each distance that changes. */
export function describeImpact(
  impact: SettingsImpact,
  config: Pick<RaceConfig, 'distances' | 'setup'>,
): readonly string[] {
  return Object.entries(impact).flatMap(([event, own]) => {
    const facts = describeFacts(own);
    return facts.length === 0 ? [] : `${labelEvent(event, config)}: ${facts.join(', ')}.`;
  });
}

const STATUS_NOUNS: Readonly<Record<RunnerStatus, readonly [one: string, many: string]>> = {
  finished: ['finisher', 'finishers'],
  dnf: ['DNF', 'DNFs'],
  racing: ['on course', 'on course'],
};

function describeFacts({ before, after, moved }: EventImpact): string[] {
  const changed = (['finished', 'dnf', 'racing'] as const).filter(
    (status) => before[status] !== after[status],
  );
  const counts = changed.map((status) => {
    const [one, many] = STATUS_NOUNS[status];
    return `${before[status]} ${before[status] === 1 ? one : many} would become ${after[status]}`;
  });
  if (moved === 0) return counts;
  return [
    ...counts,
    moved === 1 ? '1 runner’s time changes' : `the times of ${moved} runners change`,
  ];
}
