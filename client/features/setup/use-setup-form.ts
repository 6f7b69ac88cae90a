import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import type { RaceSetup } from '#shared/model/race-setup.ts';
import { parseRaceSetup } from '#shared/model/race-setup-schema.ts';
import type { SetupBody, SetupImpact, SetupInput } from '#shared/wire/config-api.ts';
import { useTyped } from '#client/kit/form-fields.tsx';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { listChanged, listClashes, type Part, takeParts } from './setup-merge.ts';
import { type Calls, NO_USE } from '#client/organisers/calls/calls.ts';

export type SetupForm = ReturnType<typeof useSetupForm>;

/** An edit of the setup in `body`, which is fetched again when another organiser saves. */
export function useSetupForm(body: SetupBody, onFault: (path: string) => void) {
  const calls = useCalls();
  const queries = useQueryClient();
  const latest = body.setup;
  const form = useForm({ defaultValues: { ...latest } as FieldValues });
  /** The server's setup that the edit is based on. */
  const [base, setBase] = useState(latest);
  const [isTried, setIsTried] = useState(false);
  const typed = useTyped(form);
  const mine = useMemo(() => prune(typed) as RaceSetup, [typed]);
  const reading = useMemo(() => parseRaceSetup(mine), [mine]);
  const faults = reading.ok ? [] : reading.error;
  const clashes = listClashes(base, mine, latest);
  const changed = listChanged(mine, base);

  const preview = useMutation({
    mutationFn: (input: SetupInput) => calls.send<SetupImpact>('POST', '/setup/preview', input),
  });
  const save = useMutation({
    mutationFn: (input: SetupInput) => calls.send<SetupBody>('PUT', '/setup', input),
    onSuccess: (saved) => {
      form.reset({ ...saved.setup });
      setBase(saved.setup);
      queries.setQueriesData({ queryKey: ['setup'] }, saved);
    },
    // Another organiser may have been first.
    onError: () => queries.invalidateQueries({ queryKey: ['setup'] }),
    onSettled: () => preview.reset(),
  });
  const error: unknown = preview.error ?? save.error;

  /** Sets values, except those of the list `except`, whose rows are changed in place. */
  const put = (values: Partial<RaceSetup>, except?: keyof RaceSetup): void => {
    for (const [key, value] of Object.entries(values)) {
      if (key === except) continue;
      if (key === 'categories') {
        form.setValue('categories.ageOn', (value as RaceSetup['categories']).ageOn);
        form.setValue('categories.table', (value as RaceSetup['categories']).table);
      } else form.setValue(key, value);
    }
  };
  // Takes over the parts that only others changed.
  useEffect(() => {
    if (latest === base) return;
    const theirs = listChanged(latest, base).filter((part) => !clashes.includes(part));
    put(
      takeParts(
        {},
        latest,
        theirs.filter((part) => !changed.includes(part)),
      ),
    );
    if (mine.template === base.template) form.setValue('template', latest.template);
    setBase({ ...takeParts(base, latest, theirs), template: latest.template });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each setup of others
  }, [latest]);

  return {
    form,
    mine,
    latest,
    clashes,
    faults,
    changed,
    put,
    isSaved: save.isSuccess && changed.length === 0,
    failure:
      isTried && faults.length > 0
        ? 'Correct the marked fields.'
        : error
          ? messageOf(error)
          : undefined,
    impact: preview.data,
    isBusy: preview.isPending || save.isPending,
    change: (setup: RaceSetup): void => form.reset({ ...setup }, { keepDefaultValues: true }),
    /** Asks with the effect of saving, or goes to the first fault. */
    askToSave: (): void => {
      const [first] = faults;
      setIsTried(true);
      if (first) onFault(first.path);
      else if (reading.ok && clashes.length === 0) {
        save.reset();
        preview.mutate({ setup: reading.value, was: base });
      }
    },
    save: (): void => {
      if (preview.variables) save.mutate(preview.variables);
    },
    cancel: (): void => preview.reset(),
    /** Resolves a clash. */
    resolve: (part: Part, keep: 'mine' | 'theirs'): void => {
      if (keep === 'theirs') put(takeParts({}, latest, [part]));
      setBase(takeParts(base, latest, [part]));
    },
  };
}

/** The document without undefined fields and empty `who` of waves. */
function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prune);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).flatMap(([key, own]) => {
    const kept = prune(own);
    const isEmptyWho =
      key === 'who' && typeof kept === 'object' && Object.keys(kept ?? {}).length === 0;
    return kept === undefined || isEmptyWho ? [] : [[key, kept] as const];
  });
  return Object.fromEntries(fields);
}

/** Fetched again whenever `known`, the text in the settings, changes. */
export function setupQuery(calls: Calls, known: string) {
  return queryOptions({
    queryKey: ['setup', known],
    queryFn: () => calls.get<SetupBody>('/setup', NO_USE),
  });
}
