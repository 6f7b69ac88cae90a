import { type ReactNode, useMemo } from 'react';

import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { useRaceNow } from '#client/organisers/lists/use-race-now.ts';
import {
  useExpectedProblem,
  useExpectedTimes,
} from '#client/organisers/rollcall/use-expected-times.ts';
import { useRollCall } from '#client/organisers/rollcall/use-roll-call.ts';
import { describePoint, formatDay } from '#client/organisers/runners/describe-last-seen.ts';
import { EditorDialog } from '../form/EditorDialog.tsx';
import { useRunnerForms } from '../form/use-runner-forms.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { LeaveDialog } from '#client/ui/LeaveDialog.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { OpenRollCall } from './OpenRollCall.tsx';
import { useRollCallActions } from '../use-roll-call-actions.ts';
import styles from './RollCallPage.module.css';

/** Where everybody is, and who is not accounted for (SCREENS.md SX). */
export function RollCallPage(): ReactNode {
  const forms = useRunnerForms(() => false);
  const config = forms.config ?? DEFAULT_CONFIG;
  const nowMs = useRaceNow(forms.config);
  const today = formatDay(nowMs, config.timeZone);
  const clock = useMemo(() => ({ config, nowMs, today }), [config, nowMs, today]);
  const rollCall = useRollCall(config, nowMs);
  const times = useExpectedTimes();
  const problem = useExpectedProblem();
  const actions = useRollCallActions(forms, (point) => describePoint(point, config));
  return (
    <div className={styles.screen}>
      <ScreenHead screen={SCREENS.rollcall} />
      {problem === undefined ? null : (
        <Banner kind="notice">Expected times may be old or missing. {problem}</Banner>
      )}
      {rollCall ? (
        <OpenRollCall
          rollCall={rollCall}
          times={times}
          clock={clock}
          forms={forms}
          actions={actions}
        />
      ) : (
        <output>Loading...</output>
      )}
      <LeaveDialog isOn={forms.isUnsaved} />
      <EditorDialog forms={forms} onDone={(close) => close()} />
    </div>
  );
}
