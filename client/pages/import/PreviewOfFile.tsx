import { useQuery } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';

import { EVENTS } from '#shared/model/event.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { ImportPreview } from '#shared/wire/admin-api.ts';

import { readConfig } from '../../organisers/config/read-config.ts';
import { useCalls } from '../../organisers/session/use-session.ts';
import { ColumnsRead } from './ColumnsRead.tsx';
import { countOf } from './count-words.ts';
import { FaultsByLine } from './FaultsByLine.tsx';
import styles from './PreviewOfFile.module.css';

export interface PreviewOfFileProps {
  readonly preview: ImportPreview;
  /** Where the focus goes when faults stand in the way. */
  readonly faultList: RefObject<HTMLElement | null>;
}

/** What a file holds, how it was read, and what it would replace. */
export function PreviewOfFile({ preview, faultList }: PreviewOfFileProps): ReactNode {
  const { runners, columns, notes, faults, overwrites } = preview;
  const events = useEventCounts(preview);
  return (
    <section className={styles.preview} aria-label="What the file holds">
      {faults.length > 0 ? (
        <FaultsByLine preview={preview} list={faultList} />
      ) : (
        <output className={styles.summary}>
          This file holds <strong>{countOf(runners, 'runner')}</strong>
          {events === '' ? '' : `: ${events}`}.
        </output>
      )}
      {columns.some(({ field }) => field !== '') ? (
        <ColumnsRead columns={columns} hasNotes={notes.length > 0} />
      ) : null}
      {notes.length > 0 ? (
        <ul className={styles.notes} aria-label="Notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      {faults.length > 0 ? null : (
        <p className={styles.overwrites}>{describeOverwrites(overwrites)}</p>
      )}
    </section>
  );
}

/** `Half 118, Full 192`; empty for a file without runners. */
function useEventCounts({ events }: ImportPreview): string {
  const calls = useCalls();
  const { data: config } = useQuery(readConfig(calls));
  const distances = config?.distances ?? '';
  return EVENTS.filter((event) => events[event] > 0)
    .map((event) => `${labelEvent(event, { distances })} ${events[event]}`)
    .join(', ');
}

function describeOverwrites({ runners, scans }: ImportPreview['overwrites']): string {
  if (runners === 0 && scans === 0) return 'There are no runners and no scans yet to overwrite.';
  return `Upload replaces ${countOf(runners, 'runner')} and ${countOf(scans, 'scan')} that are there now.`;
}
