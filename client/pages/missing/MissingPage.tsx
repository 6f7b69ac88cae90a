import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { ReactNode } from 'react';
import { useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';

import { EmptyNote } from '../../components/EmptyNote.tsx';
import { LeaveDialog } from '../../components/LeaveDialog.tsx';
import { ScreenHead } from '../../organisers/frame/ScreenHead.tsx';
import { useLists } from '../../organisers/lists/use-lists.ts';
import { DeskNews } from '../../organisers/registration/DeskNews.tsx';
import { EditorDialog } from '../../organisers/registration/EditorDialog.tsx';
import { describeSight } from '../../organisers/registration/describe-sight.ts';
import type { EditDone } from '../../organisers/registration/RunnerEditor.tsx';
import type { Note } from '../../organisers/registration/RowNote.tsx';
import { RunnersSection } from '../../organisers/registration/RunnersSection.tsx';
import { useDesk } from '../../organisers/registration/use-desk.ts';
import { useToday } from '../../organisers/registration/use-today.ts';
import { FinishedDnfs } from './FinishedDnfs.tsx';
import { GiveBand } from './GiveBand.tsx';
import styles from './MissingPage.module.css';
import { UnassignedBands } from './UnassignedBands.tsx';
import { useHeld } from './use-held.ts';
import { useInUse } from './use-in-use.ts';

/** Who has a band and no finish, and which bands were scanned that nobody has. */
export function MissingPage(): ReactNode {
  const { runners, missing } = useLists();
  const desk = useDesk();
  const heading = useRef<HTMLHeadingElement>(null);
  const editedId = desk.edited?.runnerId;
  const bands = useRef<HTMLElement>(null);
  const areBandsInUse = useInUse(bands);
  // Who comes in while a form is open, or a band below about to be pressed, stays until it is over:
  // nothing moves under the fingers.
  const held = useHeld(missing, editedId !== undefined || areBandsInUse);
  const rows = useMemo(() => {
    if (!runners || !held) return undefined;
    const ids = new Set(held.runnerIds);
    return runners.filter(({ runnerId }) => ids.has(runnerId));
  }, [runners, held]);
  const config = desk.config ?? DEFAULT_CONFIG;
  const today = useToday(config.timeZone);
  const describeSeen = (runnerId: string): Note | undefined => {
    const sight = held?.sights.get(runnerId);
    if (sight === undefined) return undefined;
    return { text: sight ? describeSight(sight, config, today) : 'never scanned' };
  };
  const { editor } = desk;
  const band = editor?.target.kind === 'new' ? editor.target.filled.raceNumber : undefined;
  const finish = (done: EditDone): void => {
    if (flushSync(() => desk.finish(done))) heading.current?.focus();
  };

  return (
    <>
      <ScreenHead title="Missing Runners" />
      <DeskNews news={desk.news} onNews={desk.setNews} />
      <FinishedDnfs
        desk={desk}
        runners={runners ?? []}
        finishes={held?.dnfFinishes}
        onDone={finish}
      />
      <section className={styles.section} aria-labelledby="no-finish">
        <h2 ref={heading} id="no-finish" tabIndex={-1}>
          Registered but no finish scan{' '}
          {rows ? <span className={styles.count}>{rows.length}</span> : null}
        </h2>
        {rows && rows.length > 0 ? (
          <RunnersSection
            desk={desk}
            label="Registered but no finish scan"
            rows={rows}
            noteOf={describeSeen}
            onDone={finish}
          />
        ) : (
          <EmptyNote>
            <p>{rows ? 'Everyone with a wristband has a finish.' : 'Loading...'}</p>
          </EmptyNote>
        )}
      </section>
      <section ref={bands} className={styles.section} aria-labelledby="unassigned">
        <h2 id="unassigned">
          Scanned numbers, not assigned to anyone:{' '}
          {missing && missing.unassigned.length > 0 ? (
            <span className={styles.count}>{missing.unassigned.length}</span>
          ) : null}
        </h2>
        <UnassignedBands
          bands={missing?.unassigned}
          config={desk.config}
          isHeld={areBandsInUse}
          onOpen={(bandID) => {
            desk.setNews(undefined);
            desk.open({
              target: { kind: 'new', filled: { raceNumber: bandID } },
              origin: 'button',
            });
          }}
        />
      </section>
      <LeaveDialog isOn={desk.isDirty} />
      <EditorDialog desk={desk} onDone={finish}>
        {band === undefined ? null : (
          <GiveBand
            band={band}
            runners={runners ?? []}
            onGive={(runnerId) => {
              desk.swap({ target: { kind: 'runner', runnerId, band }, origin: 'button' });
            }}
          />
        )}
      </EditorDialog>
    </>
  );
}
