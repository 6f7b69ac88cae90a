import { Fragment, type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';

import { coursesOf } from '#shared/model/courses.ts';
import { MAX_REPORT_TEXT, type ReportKind } from '#shared/model/decisions.ts';
import type { CalledRunner } from '#shared/control/roll-call.ts';
import { FormDialog } from '#client/kit/FormDialog.tsx';
import {
  type Option,
  RadioField,
  SelectField,
  TextField,
  useTyped,
} from '#client/kit/form-fields.tsx';
import { useReports } from '#client/organisers/rollcall/use-control.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { REASON_NAMES, REPORT_NAMES } from '#client/organisers/rollcall/describe-called.ts';
import {
  ACCOUNTED,
  beginReport,
  PARTS,
  type ReportPart,
  readReport,
  SAFE_WAYS,
} from './report-draft.ts';
import { useWorkspace } from './use-workspace.ts';

const CONFIRM_LABELS: Partial<Readonly<Record<ReportKind, string>>> = {
  stopped: 'Record as retired',
  safe: 'Mark as safe',
};

export interface ReportDialogProps {
  readonly kind: ReportKind;
  readonly called: CalledRunner;
}

export function ReportDialog({ kind, called }: ReportDialogProps): ReactNode {
  const { clock, actions } = useWorkspace();
  const { config } = clock;
  // The initial values stay, whatever arrives in between.
  const [moment] = useState({ openedMs: clock.nowMs, timeZone: config.timeZone });
  const form = useForm({ defaultValues: beginReport(kind, called, moment) });
  const draft = useTyped(form);
  const { make } = useReports();
  const { event } = called.runner;
  // A point that comes again is one place.
  const points = [...new Set(coursesOf(config).routeOf(event))].map((point): Option => {
    return [point, describePoint(point, config, event)];
  });
  const isWhereabouts = kind === 'safe' || (kind === 'stopped' && draft.accounted === 'yes');
  const textLabel = isWhereabouts ? 'Where they are now' : kind === 'withdrawn' ? 'Why' : 'Note';
  const text = { maxLength: MAX_REPORT_TEXT };
  const fields: Readonly<Record<ReportPart, ReactNode>> = {
    point: <SelectField name="point" label="Where" options={[...points, ['', 'Nobody said']]} />,
    time: <TextField name="time" label="When" {...text} />,
    reason: <SelectField name="reason" label="Why" options={Object.entries(REASON_NAMES)} />,
    accounted: (
      <RadioField name="accounted" label="Are they safe?" options={Object.entries(ACCOUNTED)} />
    ),
    way: <RadioField name="way" label="How we know" options={Object.entries(SAFE_WAYS)} />,
    saidBy: <TextField name="saidBy" label="Reported by" {...text} />,
    text: <TextField name="text" label={textLabel} isWide {...text} />,
  };
  return (
    <FormDialog
      title={`${REPORT_NAMES[kind]}: ${nameRunner(called.runner)}`}
      confirmLabel={CONFIRM_LABELS[kind] ?? REPORT_NAMES[kind]}
      form={form}
      checked={readReport(draft, called, moment)}
      onSave={async (report) =>
        actions.finishReport(called, report, await make.mutateAsync(report))
      }
      onClose={actions.close}
    >
      {PARTS[kind].map((part) => (
        <Fragment key={part}>{fields[part]}</Fragment>
      ))}
    </FormDialog>
  );
}
