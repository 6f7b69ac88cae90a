import { type ReactNode, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type RunnerDetail, RUNNER_DETAILS } from '#shared/model/runner.ts';
import { listHeldBack } from '#shared/wire/auth-api.ts';
import { Field } from '#client/ui/Field.tsx';
import { useOrganiser } from '#client/organisers/session/use-session.ts';
import { type EditorValues, FIELD_LABELS } from '#client/organisers/runners/editor-values.ts';

const PLACEHOLDERS: Partial<Readonly<Record<RunnerDetail, string>>> = {
  emergencyContact: 'name and number',
  birthDate: '1984-06-05',
  sex: 'F, M or X',
};

/** The fields that decide the category, which a late entry needs at once. */
const UNFOLDED: readonly RunnerDetail[] = ['sex', 'birthDate'];

export function PersonFields({ form }: { readonly form: UseFormReturn<EditorValues> }): ReactNode {
  const { errors } = form.formState;
  const held: readonly string[] = listHeldBack(useOrganiser().role);
  const [isOpen, setIsOpen] = useState(false);
  const isHeld = (name: RunnerDetail): boolean => held.includes(name);
  const folded = RUNNER_DETAILS.filter((name) => !UNFOLDED.includes(name) && !isHeld(name));
  const isAtFault = folded.some((name) => errors[name] !== undefined);
  const field = (name: RunnerDetail): ReactNode => (
    <Field key={name} label={FIELD_LABELS[name]} error={errors[name]?.message}>
      {(control) => (
        <input
          {...control}
          {...form.register(name)}
          type="text"
          inputMode={name === 'mobileNumber' ? 'tel' : 'text'}
          autoComplete="off"
          spellCheck={false}
          placeholder={PLACEHOLDERS[name]}
        />
      )}
    </Field>
  );
  return (
    <>
      {UNFOLDED.filter((name) => !isHeld(name)).map(field)}
      <details
        className="col-span-full shrinks"
        open={isOpen || isAtFault}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary className="clickable semibold min-h-11 w-fit leading-11">
          Phone, emergency contact and nationality
        </summary>
        <p className="text-s muted mb-2">For organisers alone, as sex and date of birth are.</p>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] items-start gap-x-3 gap-y-2.5">
          {folded.map(field)}
        </div>
      </details>
    </>
  );
}
