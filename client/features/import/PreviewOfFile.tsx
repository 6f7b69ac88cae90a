import { type ReactNode, type RefObject, useId } from 'react';
import { coursesOf } from '#shared/model/courses.ts';
import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { ImportMerge, ImportPreview } from '#shared/wire/import-api.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { type FileChoicesProps, FileChoices } from './FileChoices.tsx';
import { Banner } from '#client/ui/Banner.tsx';

function FaultSummary({ preview, id }: { preview: ImportPreview; id: string }): ReactNode {
  const { faultCount, choiceCount, columns } = preview;
  const faults = faultCount - choiceCount;
  return (
    <Banner kind="alert">
      <span id={id}>
        {faults === 0 ? '' : `${countOf(faults, 'fault')} in this file. `}
        {choiceCount === 0 ? '' : `${countOf(choiceCount, 'choice')} to make: see below. `}
        Nothing was changed.
      </span>
      {faults === 0
        ? ''
        : ` ${columns.length > 0 ? 'Choose below what its columns and values mean, or correct' : 'Correct'} the file, save it, and choose it again.`}
    </Banner>
  );
}

interface FaultsByLineProps {
  readonly faults: ImportPreview['faults'];
  readonly more: number;
  readonly titleId: string;
  readonly list: RefObject<HTMLElement | null>;
}

function FaultsByLine({ faults, more, titleId, list }: FaultsByLineProps): ReactNode {
  return (
    <section
      ref={list}
      className="well anywhere max-h-[20rem] overflow-y-auto px-3.5 py-2.5 text-m [&_p]:mt-1.5 [&_p]:font-strong"
      aria-labelledby={titleId}
      // A long list scrolls, so those without a pointer need to be able to focus it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <ul className="plain-list stack-4">
        {faults.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            <b>Line {line}:</b> {message}
          </li>
        ))}
      </ul>
      {more > 0 ? <p>… and {more} more.</p> : null}
    </section>
  );
}

export interface PreviewOfFileProps extends FileChoicesProps {
  /** Focused if there are faults: their list, or the choices if no list is shown. */
  readonly faultList: RefObject<HTMLElement | null>;
}

export function PreviewOfFile({ faultList, ...choosing }: PreviewOfFileProps): ReactNode {
  const { preview } = choosing;
  const { runners, notes, faults, overwrites, merge } = preview;
  const { data: config = DEFAULT_CONFIG } = useConfig();
  const events = describeEvents(preview, config);
  const listed = faults.filter(({ isChoice }) => !isChoice);
  const id = useId();
  return (
    <section className="stack-12 border-y border-line py-3.5" aria-label="What is in the file">
      {faults.length > 0 ? (
        <FaultSummary preview={preview} id={id} />
      ) : (
        <output className="text-title-s">
          This file holds <strong>{countOf(runners, 'runner')}</strong>
          {events === '' ? '' : `: ${events}`}.
        </output>
      )}
      {preview.columns.length > 0 ? (
        <section
          ref={listed.length > 0 ? undefined : faultList}
          className="stack-12"
          aria-label="How it is read"
          tabIndex={-1}
        >
          <FileChoices {...choosing} />
        </section>
      ) : null}
      {listed.length > 0 ? (
        <FaultsByLine
          faults={listed}
          more={preview.faultCount - faults.length}
          titleId={id}
          list={faultList}
        />
      ) : null}
      {merge && merge.samples.length > 0 ? <ChangedEntries lines={merge.samples} /> : null}
      {merge && merge.asked.count > 0 ? <ChangedResults asked={merge.asked} /> : null}
      {notes.length > 0 ? (
        <ul className="stack-4 anywhere m-0 pl-[1.2em] text-m" aria-label="Notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      {faults.length > 0 ? null : (
        <p className="semibold">{merge ? describeMerge(merge) : describeOverwrites(overwrites)}</p>
      )}
    </section>
  );
}

/** Some of the entries that a merge changes, or all whose results it changes. */
function ChangedEntries({ lines }: { readonly lines: readonly string[] }): ReactNode {
  return (
    <ul className="plain-list stack-4 text-m anywhere" aria-label="Entries that change">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** Runners seen or reported whose result would change (IMPORT.md IM48). */
function ChangedResults({ asked: { count, listed } }: Pick<ImportMerge, 'asked'>): ReactNode {
  return (
    <Banner kind="alert">
      {countOf(count, 'runner')} who {count === 1 ? 'was' : 'were'} seen or reported would be out,
      at another distance, or have another time:
      <ChangedEntries lines={listed} />
      {count > listed.length ? <p>… and {count - listed.length} more.</p> : null}
    </Banner>
  );
}

function describeMerge({ added, merged, unchanged }: ImportMerge): string {
  const same = unchanged === 0 ? '' : ` ${unchanged} ${unchanged === 1 ? 'is' : 'are'} unchanged.`;
  return `Upload adds ${countOf(added, 'runner')} and changes ${merged}. Scans and assigned bands stay.${same}`;
}

/** `Half 118, Full 192`; empty for a file without runners. */
function describeEvents({ events }: ImportPreview, config: RaceConfig): string {
  return coursesOf(config)
    .events.filter((event) => (events[event] ?? 0) > 0)
    .map((event) => `${labelEvent(event, config)} ${events[event]}`)
    .join(', ');
}

function describeOverwrites({ runners, scans, bands }: ImportPreview['overwrites']): string {
  if (runners === 0 && scans === 0) return 'There are no runners or scans to overwrite yet.';
  const replaced = `Upload replaces ${countOf(runners, 'runner')} and ${countOf(scans, 'scan')} now entered.`;
  if (bands === 0) return replaced;
  return `${replaced} ${countOf(bands, 'wristband')} in use ${bands === 1 ? 'is' : 'are'} assigned to nobody in the file.`;
}
