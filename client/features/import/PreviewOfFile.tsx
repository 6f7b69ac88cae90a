import { useQuery } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { useId } from 'react';

import { EVENTS } from '#shared/model/event.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { ImportPreview } from '#shared/wire/import-api.ts';

import { readConfig } from '#client/organisers/config/read-config.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { FaultsByLine, FaultsInAll } from './FaultsByLine.tsx';
import type { FileChoicesProps } from './FileChoices.tsx';
import { FileChoices } from './FileChoices.tsx';
import styles from './PreviewOfFile.module.css';
import { SampleRunners } from './SampleRunners.tsx';

export interface PreviewOfFileProps extends FileChoicesProps {
  /** Where the focus goes when faults stand in the way. */
  readonly faultList: RefObject<HTMLElement | null>;
}

/** What a file holds, how it was read, and what it would replace. */
export function PreviewOfFile({ faultList, ...choosing }: PreviewOfFileProps): ReactNode {
  const { preview, recognised } = choosing;
  const { runners, notes, samples, faults, overwrites } = preview;
  const distances = useDistances();
  const events = describeEvents(preview, distances);
  const id = useId();
  return (
    <section className={styles.preview} aria-label="What the file holds">
      {faults.length > 0 ? (
        <FaultsInAll preview={preview} id={id} />
      ) : (
        <output className={styles.summary}>
          This file holds <strong>{countOf(runners, 'runner')}</strong>
          {events === '' ? '' : `: ${events}`}.
        </output>
      )}
      {recognised.length > 0 ? <FileChoices {...choosing} /> : null}
      {faults.length > 0 ? <FaultsByLine preview={preview} titleId={id} list={faultList} /> : null}
      {samples.length > 0 ? <SampleRunners samples={samples} distances={distances} /> : null}
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

/** The setting that has the names of the events. */
function useDistances(): string {
  const calls = useCalls();
  const { data: config } = useQuery(readConfig(calls));
  return config?.distances ?? '';
}

/** `Half 118, Full 192`; empty for a file without runners. */
function describeEvents({ events }: ImportPreview, distances: string): string {
  return EVENTS.filter((event) => events[event] > 0)
    .map((event) => `${labelEvent(event, { distances })} ${events[event]}`)
    .join(', ');
}

function describeOverwrites({ runners, scans, bands }: ImportPreview['overwrites']): string {
  if (runners === 0 && scans === 0) return 'There are no runners and no scans yet to overwrite.';
  const replaced = `Upload replaces ${countOf(runners, 'runner')} and ${countOf(scans, 'scan')} that are there now.`;
  if (bands === 0) return replaced;
  const handedOut =
    bands === 1
      ? '1 wristband that is handed out'
      : `${countOf(bands, 'wristband')} that are handed out`;
  return `${replaced} It wipes ${handedOut}: the file gives ${bands === 1 ? 'it' : 'them'} to nobody.`;
}
