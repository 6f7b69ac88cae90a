import type { BaseSyntheticEvent, ReactNode, ComponentProps } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type AddOrganiserBody, type OrganiserReply, ROLES } from '#shared/wire/auth-api.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { submitFromSelect } from '#client/ui/submit-from-select.ts';
import { CallError, messageOf } from '#client/organisers/calls/call-error.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { ROLE_DUTIES, ROLE_NAMES } from '#client/organisers/texts/role-names.ts';

export interface AddAccountFormProps {
  readonly onAdded: (reply: OrganiserReply, text: string) => Promise<void>;
}

const EMPTY: AddOrganiserBody = { email: '', role: 'registration' };

/** Adds an account for each typed address. The text stays until it is added. */
export function AddAccountForm({ onAdded }: AddAccountFormProps): ReactNode {
  const calls = useCalls();
  const {
    register,
    handleSubmit,
    setError,
    setValue,
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
    const emails = body.email.split(/[\s,;]+/).filter((email) => email !== '');
    const added: string[] = [];
    try {
      for (const [at, email] of emails.entries()) {
        const reply = await calls.send<OrganiserReply>('POST', '/organisers', { ...body, email });
        const rest = emails.slice(at + 1).join(', ');
        if (rest === '') reset(EMPTY);
        else setValue('email', rest);
        // Now, not in a later task as `setFocus` does, so that the password dialog returns the focus here.
        form?.querySelector('input')?.focus();
        added.push(reply.email);
        await onAdded(reply, `${added.join(', ')} can sign in now.`);
      }
    } catch (error) {
      const message = messageOf(error);
      const isAboutEmail =
        error instanceof CallError && (error.status === 400 || error.status === 409);
      if (isAboutEmail) setError('email', { message }, { shouldFocus: true });
      else setError('root', { message });
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
      {errors.root ? (
        <div className="col-span-full">
          <Banner kind="alert">{errors.root.message}</Banner>
        </div>
      ) : null}
      <Field
        label="Email of the new organiser"
        hint="Or several, separated by commas."
        error={errors.email?.message}
      >
        {(control) => (
          <input
            {...control}
            {...register('email', {
              validate: (typed) => /[^\s,;]/.test(typed) || 'Enter an e-mail address.',
            })}
            type="text"
            inputMode="email"
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
