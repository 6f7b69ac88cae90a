import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';

import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { isTimePoint } from '#shared/model/time-point.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import {
  MAX_PASS_MS,
  MAX_PASS_NAME,
  type NewPassBody,
  type NewPassReply,
} from '#shared/wire/marshal-api.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import {
  FaultsShown,
  listFaults,
  SelectField,
  TextField,
  useTyped,
} from '#client/kit/form-fields.tsx';
import { listMarshalPoints } from './passes.ts';
import { useRaceClock } from '#client/organisers/lists/race-clock.tsx';

/** A new pass with its address, which is shown only once. */
export interface MadePass extends NewPassBody, Pick<NewPassReply, 'url'> {}

export interface NewPassFormProps {
  readonly events: readonly EventCode[];
  readonly onMade: (made: MadePass) => void;
}

const SPANS = [
  ['12', '12 hours'],
  ['24', '1 day'],
  ['48', '2 days'],
  ['72', '3 days'],
] as const;

/** Keeps the point and the duration for the next pass. */
export function NewPassForm({ events, onMade }: NewPassFormProps): ReactNode {
  const calls = useCalls();
  const feed = useOrganisersFeed();
  const { config, nowMs } = useRaceClock();
  const points = listMarshalPoints(events, coursesOf(config));
  const form = useForm({ defaultValues: { point: '', name: '', hours: '24' } });
  const { point, name, hours } = useTyped(form);
  const [isTried, setIsTried] = useState(false);
  const make = useMutation({
    mutationFn: async (body: NewPassBody): Promise<MadePass> => {
      const { url } = await calls.send<NewPassReply>('POST', '/marshals', body);
      // The server omits the origin if it is not sure of its own.
      return { ...body, url: new URL(url, location.origin).href };
    },
    onSuccess: async (made) => {
      form.setValue('name', '');
      setIsTried(false);
      onMade(made);
      await feed.settle(undefined);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (!isTimePoint(point) || name.trim() === '' || make.isPending) return;
    // The server's clock may be a little behind.
    const spanMs = Math.min(Number(hours) * HOUR_MS, MAX_PASS_MS - MINUTE_MS);
    make.mutate({ point, name: name.trim(), untilMs: nowMs + spanMs });
  };
  const faults = listFaults({
    point: isTried && point === '' ? 'Choose a point.' : undefined,
    name: isTried && name.trim() === '' ? 'Enter a name.' : undefined,
  });
  return (
    <form
      className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] items-start gap-x-3.5 gap-y-2.5"
      aria-label="New pass"
      noValidate
      onSubmit={submit}
    >
      <FormProvider {...form}>
        <FaultsShown value={faults}>
          <SelectField
            name="point"
            label="Point"
            options={points.map((each) => [each, describePoint(each, config)])}
          />
          <TextField name="name" label="Name" maxLength={MAX_PASS_NAME} />
          <SelectField name="hours" label="Valid for" options={SPANS} />
        </FaultsShown>
      </FormProvider>
      <Button
        // In line with the controls, below the height of a label.
        className="mt-[calc(var(--text-s)*1.4+4px)] justify-self-start phone:mt-0"
        type="submit"
        kind="main"
        isBusy={make.isPending}
      >
        Make a pass
      </Button>
      {make.error ? (
        <div className="col-span-full">
          <Banner kind="alert">{messageOf(make.error)}</Banner>
        </div>
      ) : null}
    </form>
  );
}
