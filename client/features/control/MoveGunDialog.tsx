import { type ReactNode, useState } from 'react';

import { type StartPart, valueOf } from '#shared/model/setting-parts.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import { findStartMs } from '#shared/model/wall-clock.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { ImpactNote } from '#client/organisers/config/ImpactNote.tsx';
import { type FetchedConfig, findConflict } from '#client/organisers/config/fetched-config.ts';
import { describeScope, nameStart } from './StartNowDialog.tsx';
import { useSettingsAction } from './use-settings-action.ts';
import { describeTimeOfDay, showStart, writeStart } from '#client/organisers/texts/start-text.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';

export interface MoveGunDialogProps {
  readonly part: StartPart;
  /** The seconds first offered. */
  readonly bySeconds: number;
  readonly config: FetchedConfig;
  readonly onClose: () => void;
}

/** Asks by how many seconds to move a gun, before it is moved. */
export function MoveGunDialog({ part, config, onClose, ...props }: MoveGunDialogProps): ReactNode {
  const [bySeconds, setBySeconds] = useState(props.bySeconds);
  // Only the value that was seen is replaced: the one at the press, or the one from a refusal since.
  const [before, setBefore] = useState(() => String(valueOf(config, part)));
  const save = useSettingsAction(config, onClose);
  const { timeZone } = config;
  const there = String(valueOf(config, part));
  const name = nameStart(part, config);
  const beforeMs = findStartMs(before, timeZone);
  const startMs = beforeMs === undefined ? undefined : beforeMs + bySeconds * SECOND_MS;
  const start = startMs === undefined ? undefined : writeStart(startMs, timeZone);
  const isMoved = bySeconds !== 0 && start !== undefined;
  const shown = startMs === undefined ? '' : describeTimeOfDay(startMs, timeZone);
  const confirm = (): void => {
    if (start === undefined) return;
    save.mutate(
      { values: new Map([[part, start]]), was: new Map([[part, before]]) },
      {
        onError: (error) => {
          const conflict = findConflict(error);
          if (conflict) setBefore(String(valueOf(conflict.current, part)));
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title={`Move the ${name} to ${shown}?`}
      confirmLabel="Move the gun"
      kind="danger"
      isBusy={save.isPending}
      isReady={isMoved}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {save.error ? (
        <Banner kind="alert">
          {findConflict(save.error)
            ? `Another organiser has set the ${name} to ${showStart(before)}. Check it, then press again or cancel.`
            : messageOf(save.error)}
        </Banner>
      ) : null}
      {there === before || there === start || save.error ? null : (
        <Banner kind="alert">
          Another organiser set the {name} to {showStart(there)} in the meantime.
        </Banner>
      )}
      <p>
        It was {showStart(before)}, so this moves it by {bySeconds > 0 ? '+' : '−'}
        {Math.abs(bySeconds)} s. {describeScope(part, config)}
      </p>
      <div className="row">
        {[-1, 1].map((step) => (
          <Button key={step} onClick={() => setBySeconds(bySeconds + step)}>
            {step < 0 ? '−1 s' : '+1 s'}
          </Button>
        ))}
      </div>
      {start === undefined ? null : (
        <ImpactNote values={new Map(isMoved ? [[part, start]] : [])} config={config} />
      )}
      {startMs !== undefined && start === undefined ? (
        <Banner kind="alert">
          The clocks in {timeZone} go back and show this hour twice: set the start on Config.
        </Banner>
      ) : null}
    </ConfirmDialog>
  );
}
