import { type ReactNode, useState } from 'react';

import { describeResultsState } from '#shared/format/describe-results-state.ts';
import { listEvents } from '#shared/format/label-event.ts';
import { findResultsState } from '#shared/model/race-config.ts';
import type { SettingValues } from '#shared/model/setting-parts.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { en } from '#shared/texts/en.ts';

import { Button } from '#client/ui/Button.tsx';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import { Link } from '#client/ui/Link.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { Field } from '#client/ui/Field.tsx';
import { messageOf } from '../calls/call-error.ts';
import { type FetchedConfig, findConflict } from './read-config.ts';
import styles from './Closing.module.css';
import { SaveFailure } from './SaveFailure.tsx';
import { useSettingsAction } from './use-settings-action.ts';

/** For how long one may protest, in minutes. */
const PROTEST_MINUTES = [15, 30, 60];

type Step = 'protests' | 'official' | 'provisional';

export interface OfficialProps {
  readonly config: FetchedConfig;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
}

/** How far the results may be relied on, and the next step; nothing while the race is open (SCREENS.md SF11). */
export function Official({ config, nowMs }: OfficialProps): ReactNode {
  const [asked, setAsked] = useState<Step>();
  const events = listEvents(config);
  const state = findResultsState(events, config);
  if (state === 'open') return null;
  const ask = (step: Step, label: string): ReactNode => (
    <Button
      onClick={() => {
        setAsked(step);
      }}
    >
      {label}
    </Button>
  );
  return (
    <div className={styles.closing}>
      <p>
        <strong>{describeResultsState(events, config, nowMs, en)}.</strong>
      </p>
      <div className={styles.choice}>
        {state === 'official' ? (
          ask('provisional', 'Make them provisional again')
        ) : (
          <>
            {ask('official', 'Make the results official')}
            {ask('protests', 'Set the time for protests')}
          </>
        )}
        <Link to={ORGANISERS_SCREENS.files}>Files for federations</Link>
      </div>
      {asked ? (
        <StepDialog
          step={asked}
          config={config}
          nowMs={nowMs}
          onClose={() => {
            setAsked(undefined);
          }}
        />
      ) : null}
    </div>
  );
}

interface StepDialogProps extends OfficialProps {
  readonly step: Step;
  readonly onClose: () => void;
}

const TITLES: Readonly<Record<Step, string>> = {
  protests: 'Until when may one protest?',
  official: 'Make the results official?',
  provisional: 'Make the results provisional again?',
};
const CONFIRM: Readonly<Record<Step, string>> = {
  protests: 'Set the time',
  official: 'Make them official',
  provisional: 'Make them provisional',
};

/** Asks before everybody is told of a result as official, or as such no more. */
function StepDialog({ step, config, nowMs, onClose }: StepDialogProps): ReactNode {
  const save = useSettingsAction(config, onClose);
  const [name, setName] = useState(config.officialBy);
  const [minutes, setMinutes] = useState(30);
  const { officialAt, officialBy, protestsUntil, timeZone } = config;
  const until = formatWallClock(nowMs + minutes * MINUTE_MS, timeZone);
  const confirm = (): void => {
    const now = formatWallClock(nowMs, timeZone);
    const values: Record<Step, SettingValues> = {
      protests: new Map([['protestsUntil', until]]),
      official: new Map([
        ['officialAt', now],
        ['officialBy', name],
      ]),
      provisional: new Map([['officialAt', '']]),
    };
    const was: Record<Step, SettingValues> = {
      protests: new Map([['protestsUntil', protestsUntil]]),
      official: new Map([
        ['officialAt', officialAt],
        ['officialBy', officialBy],
      ]),
      provisional: new Map([['officialAt', officialAt]]),
    };
    save.mutate({ values: values[step], was: was[step] });
  };
  return (
    <ConfirmDialog
      title={TITLES[step]}
      confirmLabel={CONFIRM[step]}
      isBusy={save.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {save.error ? (
        <SaveFailure
          reason={
            findConflict(save.error)
              ? 'Another organiser changed this meanwhile. Cancel, and look at it again.'
              : messageOf(save.error)
          }
        />
      ) : null}
      {step === 'official' ? (
        <>
          <p>
            Every page, file and certificate then says <strong>Official results</strong>, with this
            moment and the name. Nothing is frozen: what is corrected later counts, and Changes says
            who did it.
          </p>
          <Field label="In whose name" hint="Everyone can read it; it may stay empty.">
            {(control) => (
              <input
                {...control}
                type="text"
                maxLength={60}
                value={name}
                onChange={({ target }) => {
                  setName(target.value);
                }}
              />
            )}
          </Field>
        </>
      ) : null}
      {step === 'protests' ? (
        <Field
          label="From now"
          note={`Until ${until.slice(11, 16).replace('-', ':')}. Everyone is told so with the results.`}
        >
          {(control) => (
            <select
              {...control}
              value={minutes}
              onChange={({ target }) => {
                setMinutes(Number(target.value));
              }}
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
      {step === 'provisional' ? <p>Everyone is told that these results may change again.</p> : null}
    </ConfirmDialog>
  );
}
