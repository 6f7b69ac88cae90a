import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';

import { messageOf } from '#client/organisers/calls/call-error.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from '#client/ui/ConfirmDialog.tsx';
import { leaveGuarded, LeaveDialog } from '#client/ui/LeaveDialog.tsx';
import { type Checked, FaultsShown, listFaults } from './form-fields.tsx';

export interface FormDialogProps<Values extends FieldValues, Body> {
  readonly title: string;
  readonly confirmLabel: string;
  readonly kind?: 'main' | 'danger';
  readonly form: UseFormReturn<Values>;
  readonly checked: Checked<Body>;
  /** Fields whose faults are shown before the first attempt to save. */
  readonly early?: readonly string[];
  /** Whether closing asks first: by default once something was typed. */
  readonly isUnsaved?: boolean | undefined;
  readonly width?: ConfirmDialogProps['width'];
  /** Saves, and closes the dialog; a rejection is shown. */
  readonly onSave: (body: Body) => Promise<unknown>;
  readonly onClose: () => void;
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

/** A form in a dialog. Faults are shown after the first attempt to save, and the first one is focused. */
export function FormDialog<Values extends FieldValues, Body>(
  props: FormDialogProps<Values, Body>,
): ReactNode {
  const { title, confirmLabel, kind = 'main', form, checked, early = [], children } = props;
  const { isUnsaved = form.formState.isDirty, width = 'question', onSave, onClose, below } = props;
  const [isTried, setIsTried] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const save = useMutation({ mutationFn: onSave });
  const faults = listFaults(checked.faults).filter(({ path }) => isTried || early.includes(path));
  return (
    <FormProvider {...form}>
      <FaultsShown value={faults}>
        <ConfirmDialog
          title={title}
          confirmLabel={confirmLabel}
          kind={kind}
          width={width}
          isBusy={save.isPending}
          onConfirm={() => {
            if (checked.body !== undefined) save.mutate(checked.body);
            else {
              flushSync(() => setIsTried(true));
              fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
            }
          }}
          onCancel={() => (isUnsaved ? leaveGuarded(onClose) : onClose())}
        >
          {save.error ? <Banner kind="alert">{messageOf(save.error)}</Banner> : null}
          <div
            ref={fields}
            // Two columns at most.
            className="grid grid-cols-[repeat(auto-fill,minmax(min(max(11rem,34%),100%),1fr))] gap-3"
          >
            {children}
          </div>
          {below}
        </ConfirmDialog>
        <LeaveDialog isOn={isUnsaved} />
      </FaultsShown>
    </FormProvider>
  );
}
