import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';

import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/event.ts';
import { isTimePoint } from '#shared/model/time-point.ts';
import { MAX_PASS_NAME, type NewPassBody, type NewPassReply } from '#shared/wire/marshal-api.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';
import type { RollCallClock } from '#client/organisers/rollcall/describe-called.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { beginUntil, listMarshalPoints, readUntil } from './passes.ts';

/** A new pass, with the address that is shown only once. */
export interface MadePass extends NewPassBody, Pick<NewPassReply, 'url'> {}

export interface NewPassFormProps {
  readonly events: readonly EventCode[];
  readonly context: RollCallClock;
  readonly onMade: (made: MadePass) => void;
}

/** The point and the end stay for the next pass. */
export function NewPassForm({ events, context, onMade }: NewPassFormProps): ReactNode {
  const calls = useCalls();
  const feed = useOrganisersFeed();
  const { config, nowMs } = context;
  const points = listMarshalPoints(events, coursesOf(context.config));
  const [point, setPoint] = useState('');
  const [name, setName] = useState('');
  const [until, setUntil] = useState(() => beginUntil(nowMs, config.timeZone));
  const [isLookedAt, setIsLookedAt] = useState(false);
  const read = readUntil(until, nowMs, config.timeZone);
  const make = useMutation({
    mutationFn: async (body: NewPassBody): Promise<MadePass> => {
      const { url } = await calls.send<NewPassReply>('POST', '/marshals', body);
      // The server leaves the origin out where it is not sure of its own.
      return { ...body, url: new URL(url, location.origin).href };
    },
    onSuccess: async (made) => {
      setName('');
      setIsLookedAt(false);
      onMade(made);
      await feed.settle(undefined);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsLookedAt(true);
    if (!isTimePoint(point) || name.trim() === '' || 'fault' in read || make.isPending) return;
    make.mutate({ point, name: name.trim(), untilMs: read.untilMs });
  };
  const complain = (isWrong: boolean, fault: string): string | undefined =>
    isLookedAt && isWrong ? fault : undefined;
  return (
    <form
      className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] items-start gap-x-3.5 gap-y-2.5"
      aria-label="New pass"
      noValidate
      onSubmit={submit}
    >
      <Field label="Point" error={complain(point === '', 'Choose a point.')}>
        {(control) => (
          <select {...control} value={point} onChange={({ target }) => setPoint(target.value)}>
            <option value="">Choose…</option>
            {points.map((each) => (
              <option key={each} value={each}>
                {describePoint(each, config)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Name" error={complain(name.trim() === '', 'Enter a name.')}>
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="off"
            maxLength={MAX_PASS_NAME}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Field label="Until" error={'fault' in read ? read.fault : undefined}>
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="off"
            value={until}
            onChange={({ target }) => setUntil(target.value)}
          />
        )}
      </Field>
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
