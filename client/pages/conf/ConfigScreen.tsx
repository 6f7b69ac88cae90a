import type { ReactNode } from 'react';
import { useState } from 'react';

import { useTick } from '../../components/use-tick.ts';
import type { FetchedConfig } from '../../organisers/config/read-config.ts';
import { ClosingDialog } from './ClosingDialog.tsx';
import { ClosingSection } from './ClosingSection.tsx';
import styles from './ConfigScreen.module.css';
import { LeaveDialog } from '../../components/LeaveDialog.tsx';
import { NamesSection } from './NamesSection.tsx';
import { SaveBar } from './SaveBar.tsx';
import { StartNowDialog } from './StartNowDialog.tsx';
import type { StartPress } from './StartNowDialog.tsx';
import { StartsSection } from './StartsSection.tsx';
import { TimingSection } from './TimingSection.tsx';
import { TitleSection } from './TitleSection.tsx';
import { useConfigForm } from './use-config-form.ts';
import { useServerClock } from './use-server-clock.ts';

/** The form, and what it asks in dialogs; `config` is fetched anew all the time. */
export function ConfigScreen({ config }: { readonly config: FetchedConfig }): ReactNode {
  const offsetMs = useServerClock(config);
  const nowMs = useTick(true, offsetMs) + offsetMs;
  const form = useConfigForm(config, offsetMs);
  const [press, setPress] = useState<StartPress>();
  /** What the race is to become: closed or not; undefined while nobody asked. */
  const [toBeClosed, setToBeClosed] = useState<boolean>();
  return (
    <>
      <form
        className={styles.form}
        noValidate
        aria-label="Settings"
        onInput={form.clearOutcome}
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        <TitleSection form={form} />
        <NamesSection form={form} />
        <StartsSection
          form={form}
          nowMs={nowMs}
          offsetMs={offsetMs}
          onStartNow={(field, pressedMs) => {
            setPress({ field, pressedMs, before: form.latest[field] });
          }}
        />
        <TimingSection form={form} />
        <ClosingSection
          isClosed={config.closed}
          onAsk={() => {
            setToBeClosed(!config.closed);
          }}
        />
        <SaveBar form={form} />
      </form>
      {press ? (
        <StartNowDialog
          press={press}
          config={config}
          offsetMs={offsetMs}
          onSaved={(saved) => {
            form.adopt(saved, press.field);
          }}
          onClose={() => {
            setPress(undefined);
          }}
        />
      ) : null}
      {toBeClosed === undefined ? null : (
        <ClosingDialog
          toBeClosed={toBeClosed}
          onClose={() => {
            setToBeClosed(undefined);
          }}
        />
      )}
      <LeaveDialog isOn={form.changed.length > 0} />
    </>
  );
}
