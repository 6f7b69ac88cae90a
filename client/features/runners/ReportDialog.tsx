import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { MAX_REPORT_TEXT, type ReportKind } from '#shared/model/report.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import {
  type NewReport,
  type ReportRef,
  useReports,
} from '#client/organisers/rollcall/use-control.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { Field, type FieldControl } from '#client/ui/Field.tsx';
import { LeaveDialog } from '#client/ui/LeaveDialog.tsx';
import { REASON_NAMES, REPORT_NAMES } from '#client/organisers/rollcall/describe-called.ts';
import {
  ACCOUNTED,
  beginReport,
  PARTS,
  type ReportDraft,
  type ReportedRunner,
  type ReportFaults,
  type ReportPart,
  readReport,
  SAFE_WAYS,
} from './report-draft.ts';
import styles from './ReportDialog.module.css';

export interface ReportDialogProps {
  readonly kind: ReportKind;
  readonly called: ReportedRunner;
  readonly config: RaceConfig;
  /** By the server's clock. */
  readonly openedMs: EpochMs;
  readonly onDone: (report: NewReport, ref: ReportRef) => void;
  readonly onClose: () => void;
}

/** Reports something about one runner; Enter from any field sends it. */
export function ReportDialog(props: ReportDialogProps): ReactNode {
  const { kind, called, config, onDone, onClose } = props;
  // The initial values stay, whatever arrives in between.
  const [moment] = useState({ openedMs: props.openedMs, timeZone: config.timeZone });
  const [first] = useState(() => beginReport(kind, called, moment));
  const [draft, setDraft] = useState(first);
  const [isLookedAt, setIsLookedAt] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const { make } = useReports();
  const { report, faults } = readReport(draft, called, moment);
  const { event } = called.runner;
  // A point that comes again is one place.
  const points = [...new Set(coursesOf(config).routeOf(event))].map((point) => [
    point,
    describePoint(point, config, event),
  ]);

  const confirm = (): void => {
    if (report) {
      make.mutate(report, { onSuccess: (ref) => onDone(report, ref) });
      return;
    }
    flushSync(() => setIsLookedAt(true));
    fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };
  return (
    <>
      <ConfirmDialog
        title={`${REPORT_NAMES[kind]}: ${nameRunner(called.runner)}`}
        confirmLabel={REPORT_NAMES[kind]}
        isBusy={make.isPending}
        onConfirm={confirm}
        onCancel={() => {
          if (draft === first) onClose();
          else setIsLeaving(true);
        }}
      >
        {make.error ? <Banner kind="alert">{messageOf(make.error)}</Banner> : null}
        {/* Enter in a select submits, as it does in a field. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div ref={fields} className={styles.fields} onKeyDown={submitFromChoice}>
          {PARTS[kind].map((part) => (
            <PartField
              key={part}
              part={part}
              draft={draft}
              points={points}
              faults={isLookedAt ? faults : {}}
              onChange={(value) => setDraft((before) => ({ ...before, [part]: value }))}
            />
          ))}
        </div>
      </ConfirmDialog>
      <LeaveDialog isOn={draft !== first} />
      {isLeaving ? (
        <ConfirmDialog
          title="Close without saving?"
          confirmLabel="Close and lose what is typed"
          kind="danger"
          onConfirm={onClose}
          onCancel={() => setIsLeaving(false)}
        >
          <p>Nothing is recorded yet. Cancel goes back to it.</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** Not every browser submits a form from a select. */
function submitFromChoice(event: KeyboardEvent): void {
  const { target } = event;
  const isChoice =
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type === 'radio');
  if (event.key !== 'Enter' || !isChoice) return;
  event.preventDefault();
  if (!event.repeat) target.form?.requestSubmit();
}

const LABELS: Readonly<Record<ReportPart, string>> = {
  point: 'Where',
  time: 'When',
  reason: 'Why',
  accounted: 'Where are they now?',
  way: 'How we know',
  saidBy: 'Reported by',
  text: 'Note',
};

interface PartFieldProps {
  readonly part: ReportPart;
  readonly draft: ReportDraft;
  readonly points: readonly (readonly string[])[];
  readonly faults: ReportFaults;
  readonly onChange: (value: string) => void;
}

function PartField({ part, draft, points, faults, onChange }: PartFieldProps): ReactNode {
  const value = draft[part];
  const isWhereabouts =
    draft.kind === 'safe' || (draft.kind === 'stopped' && draft.accounted === 'yes');
  const isRule = draft.kind === 'stopped' && draft.reason === 'disqualified';
  const textLabel = isRule
    ? 'Rule broken'
    : isWhereabouts
      ? 'Where they are now'
      : draft.kind === 'withdrawn'
        ? LABELS.reason
        : LABELS.text;
  const label = part === 'text' ? textLabel : LABELS[part];
  if (part === 'accounted' || part === 'way') {
    return (
      <fieldset className={`${styles.across} plain-set`}>
        <legend className={`${styles.legend} text-s bold muted`}>{label}</legend>
        <div className="flow">
          {Object.entries<string>(part === 'way' ? SAFE_WAYS : ACCOUNTED).map(([each, name]) => (
            <label key={each} className="chip">
              <input
                type="radio"
                name={part}
                checked={each === value}
                onChange={() => onChange(each)}
              />
              <span>{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
    );
  }
  const options =
    part === 'point' ? [...points, ['', 'Nobody said']] : Object.entries(REASON_NAMES);
  const isChosen = part === 'point' || part === 'reason';
  const control = (given: FieldControl): ReactNode => {
    const shared = {
      ...given,
      value,
      onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
        onChange(currentTarget.value),
    };
    if (!isChosen) {
      return <input {...shared} type="text" autoComplete="off" maxLength={MAX_REPORT_TEXT} />;
    }
    return (
      <select {...shared}>
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    );
  };
  return (
    <div className={part === 'text' ? styles.across : undefined}>
      <Field label={label} error={faults[part]}>
        {control}
      </Field>
    </div>
  );
}
