import type { BaseSyntheticEvent, ReactNode, ComponentProps } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type AddOrganiserBody, type OrganiserReply, ROLES } from '#shared/wire/auth-api.ts';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { submitFromSelect } from '#client/ui/submit-from-select.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { ROLE_DUTIES, ROLE_NAMES } from '#client/organisers/texts/role-names.ts';

export interface AddAccountFormProps {
  readonly onAdded: (reply: OrganiserReply, text: string) => Promise<void>;
}

const EMPTY: AddOrganiserBody = { email: '', role: 'registration' };

/** The text stays until the account is added. */
export function AddAccountForm({ onAdded }: AddAccountFormProps): ReactNode {
  const calls = useCalls();
  const {
    register,
    handleSubmit,
    setError,
    reset,
    formState,
    control: state,
  } = useForm({
    defaultValues: EMPTY,
  });
  const { errors, isSubmitting } = formState;
  const role = useWatch({ control: state, name: 'role' });

  const add = async (body: AddOrganiserBody, event?: BaseSyntheticEvent): Promise<void> => {
    const form = event?.target as HTMLFormElement | undefined;
    try {
      const reply = await calls.send<OrganiserReply>('POST', '/organisers', body);
      reset(EMPTY);
      // Now, not in a later task as `setFocus` does, so that the password dialog returns the focus here.
      form?.querySelector('input')?.focus();
      await onAdded(reply, `${reply.email} can sign in now.`);
    } catch (error) {
      setError('email', { message: messageOf(error) }, { shouldFocus: true });
    }
  };
  const submit = handleSubmit(add);

  return (
    <form
      className="framed grid grid-cols-[minmax(0,1fr)_12rem_auto] items-start gap-x-3.5 gap-y-2.5 p-4 phone:grid-cols-1"
      aria-label="Add an account"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Field label="Email of the new organiser" error={errors.email?.message}>
        {(control) => (
          <input
            {...control}
            {...register('email', { required: 'Enter an e-mail address.' })}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-required
          />
        )}
      </Field>
      <Field label="Role">{(control) => <RoleChoice {...control} {...register('role')} />}</Field>
      <Button className="mt-6 phone:mt-0" type="submit" kind="main" isBusy={isSubmitting}>
        {isSubmitting ? 'Adding…' : 'Add account'}
      </Button>
      <p className="col-span-full text-s text-muted">
        {ROLE_NAMES[role]}: {ROLE_DUTIES[role]}
      </p>
    </form>
  );
}

export function RoleChoice(props: ComponentProps<'select'>): ReactNode {
  return (
    <select onKeyDown={submitFromSelect} {...props}>
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {ROLE_NAMES[role]}
        </option>
      ))}
    </select>
  );
}
