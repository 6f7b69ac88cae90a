import { type ReactNode, useMemo, useRef, useState } from 'react';

import { parseBandId } from '#shared/model/ids.ts';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import type { Missing } from '#client/organisers/lists/lists.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { useExpectedTimes } from '#client/organisers/rollcall/use-expected-times.ts';
import { useRollCall } from '#client/organisers/rollcall/use-roll-call.ts';
import { useMay } from '#client/organisers/session/use-session.ts';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { FindBox } from '#client/ui/FindBox.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { GiveChip } from './GiveChip.tsx';
import { BandsSection } from './BandsSection.tsx';
import { ListSection } from './ListSection.tsx';
import {
  type FoundParts,
  type Part,
  PARTS,
  type Shown,
  countAll,
  isStillDismissed,
  divide,
  find,
} from './missing-view.ts';
import { type ViewChip, ViewChips } from './ViewChips.tsx';
import { type RowFacts, RunnersTable } from './RunnersTable.tsx';
import { StatusLine } from './StatusLine.tsx';
import { ToCheckSection } from './ToCheckSection.tsx';
import { useFinder } from './use-finder.ts';
import { useHeld, useInUse } from './use-held.ts';
import { focusRow, useListFocus } from './use-list-focus.ts';
import { useNewWorkspace } from './use-workspace.ts';
import { WorkspaceFrame } from './WorkspaceFrame.tsx';

export function MissingPage(): ReactNode {
  const { missing, everyone } = useLists();
  const space = useNewWorkspace();
  const { forms, clock } = space;
  const { config, nowMs } = clock;
  const screen = useRef<HTMLDivElement>(null);
  useListFocus(screen);
  const finder = useFinder(forms.setStatus);
  const { text } = finder.field;
  const [shown, setShown] = useState<Shown>('all');
  const [chip, setChip] = useState<string>();
  const may = useMay();
  const editedId = forms.edited?.runnerId;
  const [areBandsInUse, listeners] = useInUse();
  // Held while a form is open or a band about to be pressed, so that nothing moves under a finger.
  const held = useHeld(missing, editedId !== undefined || areBandsInUse);
  const rollCall = useRollCall(config, nowMs, held);
  const { times } = useExpectedTimes();
  const parts = useMemo(() => {
    if (!held || !missing || !rollCall) return undefined;
    return divide({ ...held, control: missing.control }, rollCall);
  }, [held, missing, rollCall]);
  const found = useMemo(() => parts && find(parts, text, editedId), [parts, text, editedId]);
  const facts = { byId: rollCall?.byId ?? NOBODY, times, isNamingState: true };
  const openBand = (bandID: string): void => {
    forms.setStatus(undefined);
    if (parseBandId(bandID) === undefined) setChip(bandID);
    else forms.open({ band: bandID });
  };
  const openRunner = (runnerId: string): void => {
    forms.setStatus(undefined);
    forms.open({ runnerId });
  };
  const rows = found?.['no-finish'];
  const show = (part: Shown): void => {
    // The form warns if something was typed: its row may disappear.
    if (!forms.leave()) return;
    setShown(part);
    window.scrollTo({ top: 0, behavior: 'instant' });
  };
  const hasQuery = text.trim() !== '';
  const isShown = (...wanted: readonly Shown[]): boolean => wanted.includes(shown);
  const isNothing = hasQuery && found !== undefined && countAll(found) === 0;

  return (
    <WorkspaceFrame space={space}>
      <div ref={screen} className="[--toolbar:68px] narrow:[--toolbar:116px]" data-lists>
        <ScreenHead screen={SCREENS.missing} />
        {/* On a phone the chips are below the field, and scroll sideways. */}
        <div className="toolbar grid grid-cols-[minmax(12rem,17rem)_minmax(0,1fr)] items-center gap-x-3.5 gap-y-1 px-1 pt-2 pb-1 narrow:grid-cols-[minmax(0,1fr)] narrow:pt-1 narrow:pb-1.5 print:block print:*:first:hidden">
          <FindBox
            label="Find a name, bib or band"
            {...finder.field}
            shown={
              hasQuery && parts && found
                ? { shown: countAll(found), listed: countAll(parts) }
                : undefined
            }
            onEnter={() => {
              const { bestBand, bestRunner, matches = 0 } = found ?? {};
              const isBand = bestBand !== undefined && may('runners:edit');
              const openIt = isBand
                ? () => openBand(bestBand.bandID)
                : bestRunner && (() => openRunner(bestRunner.runnerId));
              finder.enter({ matches, best: openIt }, (run) => run());
            }}
            onArrowDown={() => {
              if (focusRow(screen.current)) return;
              screen.current?.querySelector<HTMLElement>('[data-check], [data-band]')?.focus();
            }}
          />
          <ViewChips
            chips={listChips(found, shown, hasQuery ? undefined : missing)}
            shown={shown}
            all="all"
            onShow={show}
          />
        </div>
        <StatusLine />
        {isNothing ? (
          <EmptyNote>
            <p>Nobody here and no band matches “{text.trim()}”.</p>
          </EmptyNote>
        ) : null}
        {/* The bands are next to the runners, on a phone below them. */}
        <div
          className={
            shown === 'all'
              ? 'wide:grid wide:grid-cols-[minmax(0,1fr)_18rem] wide:items-start wide:gap-5'
              : undefined
          }
        >
          <div>
            {isShown('all', 'no-finish') && !(hasQuery && rows?.length === 0) ? (
              <ListSection id="no-finish" title={NO_FINISH} count={rows?.length}>
                {rows && rows.length > 0 ? (
                  <RunnersTable
                    columns="seen"
                    label={NO_FINISH}
                    rows={rows}
                    facts={facts}
                    listKey={text}
                    bestId={found?.bestBand ? undefined : found?.bestRunner?.runnerId}
                    onFind={finder.focus}
                  />
                ) : (
                  <EmptyNote>
                    <p>{rows ? describeNobody(everyone.length) : 'Loading...'}</p>
                  </EmptyNote>
                )}
              </ListSection>
            ) : null}
          </div>
          <div {...listeners}>
            {isShown('all', 'to-check') ? (
              <ToCheckSection
                entries={found?.['to-check'] ?? []}
                count={(found?.['to-check'].length ?? 0) + (found?.unlisted ?? 0)}
                isAlone={shown === 'to-check'}
                onOpen={openRunner}
              />
            ) : null}
            {isShown('all', 'bands') && !(hasQuery && found?.bands.length === 0) ? (
              <BandsSection
                bands={found?.bands ?? []}
                isAlone={shown === 'bands'}
                onOpen={openBand}
              />
            ) : null}
            {shown === 'dismissed' ? (
              <>
                <BandsSection
                  bands={found?.dismissed ?? []}
                  isDismissed
                  isAlone
                  onOpen={openBand}
                />
                <ToCheckSection
                  entries={found?.ignored ?? []}
                  count={found?.ignored.length ?? 0}
                  isIgnored
                  isAlone
                  onOpen={openRunner}
                />
              </>
            ) : null}
          </div>
        </div>
        {chip === undefined ? null : (
          <GiveChip
            chip={chip}
            onClose={(done) => {
              if (done !== undefined) forms.setStatus({ text: done });
              setChip(undefined);
            }}
          />
        )}
      </div>
    </WorkspaceFrame>
  );
}

const NO_FINISH = 'Registered but no finish scan';

function describeNobody(entered: number): string {
  return entered === 0 ? 'No runners yet.' : 'Nobody with a wristband is without a finish.';
}

const NOBODY: RowFacts['byId'] = new Map();

const LABELS: Readonly<Record<Part, string>> = {
  'no-finish': 'No finish',
  bands: 'Unassigned',
  'to-check': 'To check',
  dismissed: 'Dismissed',
};
/** Without a chip while they are empty. */
const RARE: ReadonlySet<Part> = new Set(['to-check', 'dismissed']);
const URGENT: ReadonlySet<Part> = new Set(['bands', 'to-check']);

function listChips(
  found: FoundParts | undefined,
  shown: Shown,
  /** As known now, while the bands are held. */
  missing: Missing | undefined,
): readonly ViewChip<Shown>[] {
  const countOf = (part: Part): number | undefined => {
    if (!found) return undefined;
    if (part === 'bands' && missing)
      return missing.unassigned.filter((band) => !isStillDismissed(band)).length;
    if (part === 'to-check') return found[part].length + found.unlisted;
    return found[part].length + (part === 'dismissed' ? found.ignored.length : 0);
  };
  return [
    { view: 'all', label: 'All' },
    ...PARTS.filter((part) => !RARE.has(part) || part === shown || countOf(part)).map((part) => ({
      view: part,
      label: LABELS[part],
      count: countOf(part),
      isCalling: URGENT.has(part) && Boolean(countOf(part)),
    })),
  ];
}
