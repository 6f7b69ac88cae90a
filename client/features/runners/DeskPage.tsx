import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { useRaceNow } from '#client/organisers/lists/use-race-now.ts';
import { ReportDialog } from './ReportDialog.tsx';
import { useRollCall } from '#client/organisers/rollcall/use-roll-call.ts';
import { useRollCallActions } from './use-roll-call-actions.ts';
import { describePoint, formatDay } from '#client/organisers/runners/describe-last-seen.ts';
import { describeEntry } from '#client/organisers/runners/describe-change.ts';
import { EditorDialog } from './form/EditorDialog.tsx';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { describeUnopened, findRunners } from '#client/organisers/runners/find-runners.ts';
import { StatusLine } from './StatusLine.tsx';
import { useRunnerForms } from './form/use-runner-forms.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { FindBox } from '#client/ui/FindBox.tsx';
import { Link } from '#client/ui/Link.tsx';
import { LeaveDialog } from '#client/ui/LeaveDialog.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { beneathOverlays } from '#client/ui/overlays.ts';
import { useArrivalFocus } from '#client/ui/use-arrival-focus.ts';
import styles from './DeskPage.module.css';
import { DeskRunner } from './DeskRunner.tsx';

const MOST_OFFERED = 12;

/** One runner at a glance, for whoever comes to the results desk (SCREENS.md SD). */
export function DeskPage(): ReactNode {
  const forms = useRunnerForms(() => false);
  const config = forms.config ?? DEFAULT_CONFIG;
  const nowMs = useRaceNow(forms.config);
  const today = formatDay(nowMs, config.timeZone);
  const clock = useMemo(() => ({ config, nowMs, today }), [config, nowMs, today]);
  const rollCall = useRollCall(config, nowMs);
  const actions = useRollCallActions(forms, (point) => describePoint(point, config));
  const { everyone } = useLists();
  const [params, setParams] = useSearchParams();
  const asked = params.get('runner');
  const called = asked === null ? undefined : rollCall?.byId.get(asked);
  const [text, setText] = useState('');
  const found = text.trim() === '' ? undefined : findRunners(everyone, text);
  const findField = useRef<HTMLInputElement>(null);
  const card = useRef<HTMLElement>(null);
  useArrivalFocus(asked === null ? findField : card);

  const open = (runnerId: string): void => {
    forms.setStatus(undefined);
    beneathOverlays(() => {
      setText('');
      setParams({ runner: runnerId });
      // This runner is shown already, so no effect moves the focus.
      card.current?.focus();
    });
  };
  const openBest = (): void => {
    if (found?.best) open(found.best.runnerId);
    else if (found && found.matches > 0) {
      forms.setStatus({ text: describeUnopened(found), tone: 'notice' });
    } else findField.current?.select();
  };
  const report = actions.asked?.kind === 'report' ? actions.asked : undefined;
  return (
    <div className={styles.page}>
      <ScreenHead screen={SCREENS.desk}>
        <Link className="link unprinted" to={SCREENS.prizes.path}>
          {SCREENS.prizes.heading}
        </Link>
      </ScreenHead>
      <FindBox
        label="Find a bib, band or name"
        inputRef={findField}
        text={text}
        onText={setText}
        shown={found ? { shown: found.matches, listed: everyone.length } : undefined}
        onEnter={openBest}
      />
      <StatusLine forms={forms} />
      {found ? (
        <ul className="plain-list lined" aria-label="Found">
          {found.rows.slice(0, MOST_OFFERED).map((runner) => (
            <li key={runner.runnerId}>
              <Button onClick={() => open(runner.runnerId)}>
                {nameRunner(runner)}
                <span className="muted"> {describeEntry(runner, config)}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {found?.matches === 0 || (!found && asked !== null && rollCall && !called) ? (
        <EmptyNote>
          <p>{found ? `Nobody matches “${text.trim()}”.` : 'This runner no longer exists.'}</p>
        </EmptyNote>
      ) : null}
      {called ? (
        <DeskRunner
          key={called.runner.runnerId}
          cardRef={card}
          called={called}
          clock={clock}
          forms={forms}
          onAct={actions.act}
        />
      ) : null}
      {rollCall ? null : <output>Loading...</output>}
      {report ? (
        <ReportDialog
          kind={report.report}
          called={report.called}
          config={config}
          openedMs={nowMs}
          onDone={(made, ref) => actions.finishReport(report.called, made, ref)}
          onClose={() => actions.ask(undefined)}
        />
      ) : null}
      <LeaveDialog isOn={forms.isUnsaved} />
      <EditorDialog forms={forms} onDone={(close) => close()} />
    </div>
  );
}
