import { useMay } from '#client/organisers/session/use-session.ts';
import { parseBandId } from '#shared/model/ids.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Banner } from '#client/ui/Banner.tsx';
import { Link } from '#client/ui/Link.tsx';
import { findRollCallPath } from '#client/organisers/rollcall/roll-call-address.ts';
import { usePastCutOffs } from '#client/organisers/rollcall/use-past-cut-offs.ts';
import { useRollCall } from '#client/organisers/rollcall/use-roll-call.ts';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { FindBox } from '#client/ui/FindBox.tsx';
import { LeaveDialog } from '#client/ui/LeaveDialog.tsx';
import { useRaceNow } from '#client/organisers/lists/use-race-now.ts';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { StatusLine } from './StatusLine.tsx';
import { formatDay } from '#client/organisers/runners/describe-last-seen.ts';
import { EditorDialog } from './form/EditorDialog.tsx';
import { describeUnopened } from '#client/organisers/runners/find-runners.ts';
import { useRunnerForms } from './form/use-runner-forms.ts';
import { BandsSection, NoFinish, FinishedDnfs } from './MissingSections.tsx';
import { createSeenOf } from './describe-where.ts';
import { ClosedNotice, Notices } from './Notices.tsx';
import { GiveBand, GiveChip } from './GiveBand.tsx';
import { ToCheckSection } from './ToCheckSection.tsx';
import styles from './MissingPage.module.css';
import {
  GROUPS,
  type Order,
  type Parts,
  type Shown,
  countAll,
  divide,
  find,
  hasRow,
  sortRows,
} from './missing-view.ts';
import { PartChips } from './PartChips.tsx';
import { useDismissal } from './BandList.tsx';
import { useHeld, useNeighbour, useInUse } from './keep-place.ts';

/** Runners with a band and no finish, and scanned bands that nobody holds. */
export function MissingPage(): ReactNode {
  const { runners, missing } = useLists();
  const view = useRef<{ readonly parts: Parts | undefined; readonly shown: Shown }>(undefined);
  const forms = useRunnerForms((id) =>
    hasRow(view.current?.parts, view.current?.shown ?? 'all', id),
  );
  const screen = useRef<HTMLDivElement>(null);
  const findField = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [shown, setShown] = useState<Shown>('all');
  const [order, setOrder] = useState<Order>('longest-unseen');
  const [chip, setChip] = useState<string>();
  const may = useMay();
  const editedId = forms.edited?.runnerId;
  const bandsArea = useRef<HTMLDivElement>(null);
  const areBandsInUse = useInUse(bandsArea);
  // Held while a form is open or a band about to be pressed: nothing moves under the fingers.
  const held = useHeld(missing, editedId !== undefined || areBandsInUse);
  const config = forms.config ?? DEFAULT_CONFIG;
  const nowMs = useRaceNow(forms.config);
  const rollCall = useRollCall(config, nowMs, held);
  const parts = useMemo(() => {
    if (!runners || !held || !missing || !rollCall) return undefined;
    const { unassigned, control } = missing;
    return divide(runners, { ...held, unassigned, control }, rollCall);
  }, [runners, held, missing, rollCall]);
  useEffect(() => {
    view.current = { parts, shown };
  });
  const found = useMemo(() => parts && find(parts, text, editedId), [parts, text, editedId]);
  const groups = useMemo(
    () =>
      found &&
      rollCall &&
      GROUPS.map((group) => ({ group, rows: sortRows(found[group], rollCall, order) })),
    [found, rollCall, order],
  );

  const today = formatDay(nowMs, config.timeZone);
  const cutOffs = usePastCutOffs(rollCall, config, nowMs);
  // The line about them would move the bands.
  const pastCutOff = useHeld(cutOffs.count, editedId !== undefined || areBandsInUse);
  const clock = { config, nowMs, today };
  const seenOf = createSeenOf({ clock, rollCall, cutOffs: cutOffs.groups });
  const { editor } = forms;
  const band = editor?.target.kind === 'new' ? editor.target.filled.raceNumber : undefined;
  const neighbour = useNeighbour(screen);
  const finish = (close: () => void): void => {
    flushSync(close);
    neighbour.focus();
  };
  const openBand = (bandID: string): void => {
    forms.setStatus(undefined);
    neighbour.note({ attribute: 'data-band', id: bandID });
    if (parseBandId(bandID) === undefined) {
      setChip(bandID);
      return;
    }
    forms.open({ target: { kind: 'new', filled: { raceNumber: bandID } }, origin: 'button' });
  };
  const openToCheck = (runnerId: string, band?: string): void => {
    forms.setStatus(undefined);
    neighbour.note({ attribute: 'data-check', id: runnerId });
    const target = { kind: 'runner', runnerId, ...(band === undefined ? {} : { band }) } as const;
    forms.open({ target, origin: 'button' });
  };
  const dismiss = useDismissal(forms.setStatus);
  const show = (part: Shown): void => {
    // The form would go with its row: asks first if something was typed.
    if (editedId !== undefined && !hasRow(parts, part, editedId) && !forms.leave()) return;
    setShown(part);
    window.scrollTo({ top: 0, behavior: 'instant' });
  };
  const section = {
    forms,
    seenOf,
    onOpening: (runnerId: string): void =>
      neighbour.note({ attribute: 'data-runner-id', id: runnerId }),
    onDone: finish,
  };
  const hasQuery = text.trim() !== '';
  const isShown = (...wanted: readonly Shown[]): boolean => wanted.includes(shown);
  const isNothing = hasQuery && found !== undefined && countAll(found) === 0;

  return (
    <div ref={screen} className={styles.screen}>
      <ScreenHead screen={SCREENS.missing} />
      <Notices notices={held?.notices ?? []} timeZone={config.timeZone} />
      <div className={styles.toolbar}>
        <FindBox
          label="Find a name, bib or band"
          inputRef={findField}
          text={text}
          onText={setText}
          rowsName="bands and runners"
          shown={
            hasQuery && parts && found
              ? { shown: countAll(found), listed: countAll(parts) }
              : undefined
          }
          onEnter={() => {
            if (found?.bestBand && may('runners:edit')) openBand(found.bestBand.bandID);
            else if (found?.bestRunner) {
              forms.setStatus(undefined);
              setShown('all');
              const { runnerId } = found.bestRunner;
              forms.open({ target: { kind: 'runner', runnerId }, origin: 'filter' });
            } else if (found && found.matches > 0) {
              forms.setStatus({ text: describeUnopened(found), tone: 'notice' });
            } else findField.current?.select();
          }}
          onArrowDown={() => {
            screen.current
              ?.querySelector<HTMLElement>('tbody button, [data-check], [data-band]')
              ?.focus();
          }}
        />
        <PartChips
          shown={shown}
          counts={
            found && {
              bands: found.bands.length,
              dnf: found.dnf.length,
              'to-check': hasQuery ? found['to-check'].length : found.checkCount,
              'on-course': found['on-course'].length,
              'never-seen': found['never-seen'].length,
              'to-start': found['to-start'].length,
              'out-safe': found['out-safe'].length,
              dismissed: found.dismissed.length,
            }
          }
          onShow={show}
        />
      </div>
      <ClosedNotice config={config} />
      {pastCutOff > 0 ? (
        <Banner kind="notice">
          {pastCutOff} on course {pastCutOff === 1 ? 'is' : 'are'} past a cut-off.{' '}
          <Link to={findRollCallPath(undefined, 'past-cut-off')}>To the list</Link>
        </Banner>
      ) : null}
      <StatusLine forms={forms} />
      {isNothing ? (
        <EmptyNote>
          <p>Nobody here and no band matches “{text.trim()}”.</p>
        </EmptyNote>
      ) : null}
      <div className={styles.columns} data-is-all={shown === 'all' || undefined}>
        <div>
          {isShown('all', ...GROUPS) && !(hasQuery && found?.missing.length === 0) ? (
            <NoFinish
              {...section}
              shown={shown}
              groups={groups}
              listKey={`${order} ${text}`}
              bestId={found?.bestBand ? undefined : found?.bestRunner?.runnerId}
              order={order}
              onOrder={setOrder}
            />
          ) : null}
          {isShown('all', 'dnf') ? (
            <FinishedDnfs
              {...section}
              rows={found?.dnf ?? []}
              isAlone={shown === 'dnf' && !hasQuery}
            />
          ) : null}
        </div>
        <div ref={bandsArea}>
          {isShown('all', 'to-check') ? (
            <ToCheckSection
              entries={found?.['to-check'] ?? []}
              count={hasQuery ? undefined : (found?.checkCount ?? 0)}
              left={hasQuery ? [] : (found?.leftChecks ?? [])}
              isAlone={shown === 'to-check'}
              config={config}
              onShowAll={() => show('to-check')}
              onOpen={openToCheck}
            />
          ) : null}
          {isShown('all', 'bands', 'dismissed') ? (
            <BandsSection
              shown={shown}
              found={found}
              all={missing?.unassigned}
              hasQuery={hasQuery}
              config={config}
              clock={clock}
              isHeld={areBandsInUse}
              onShowAll={() => show('bands')}
              onOpen={openBand}
              onDismiss={dismiss}
            />
          ) : null}
        </div>
      </div>
      {chip === undefined ? null : (
        <GiveChip
          chip={chip}
          runners={runners ?? []}
          onClose={(done) => {
            if (done !== undefined) forms.setStatus({ text: done });
            finish(() => setChip(undefined));
          }}
        />
      )}
      <LeaveDialog isOn={forms.isUnsaved} />
      <EditorDialog forms={forms} onDone={finish}>
        {band === undefined ? null : (
          <GiveBand
            band={band}
            runners={runners ?? []}
            onGive={(runnerId) =>
              forms.swap({ target: { kind: 'runner', runnerId, band }, origin: 'button' })
            }
          />
        )}
      </EditorDialog>
    </div>
  );
}
