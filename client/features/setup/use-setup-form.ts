import { queryOptions } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import type { RaceSetup } from '#shared/model/race-setup.ts';
import { parseRaceSetup, type SetupError } from '#shared/model/race-setup-schema.ts';
import type {
  SetupBody,
  SetupImpact,
  InvalidSetupBody,
  SetupConflictBody,
  SetupInput,
} from '#shared/wire/config-api.ts';
import { useTyped } from '#client/kit/form-fields.tsx';
import { messageOf, CallError } from '#client/organisers/calls/call-error.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { listChanged, listClashes, type Part, takeParts } from './setup-merge.ts';
import { type Calls, NO_USE } from '#client/organisers/calls/calls.ts';

export interface SetupQuestion {
  readonly setup: RaceSetup;
  readonly impact: SetupImpact;
}

export type SetupForm = ReturnType<typeof useSetupForm>;

/** An edit of the setup in `body`, which is fetched again when another organiser saves. */
export function useSetupForm(body: SetupBody, onFault: (path: string) => void) {
  const calls = useCalls();
  const form = useForm({ defaultValues: { ...body.setup } as FieldValues });
  /** The server's setup that the edit is based on, and the latest known one. */
  const [base, setBase] = useState(body.setup);
  const [latest, setLatest] = useState(body.setup);
  const [known, setKnown] = useState(body.setup);
  const [refusal, setRefusal] = useState<{ of: RaceSetup; faults: readonly SetupError[] }>();
  const [outcome, setOutcome] = useState<'saved' | { readonly failed: string }>();
  const [question, setQuestion] = useState<SetupQuestion>();
  const [isBusy, setIsBusy] = useState(false);
  if (known !== body.setup) {
    setKnown(body.setup);
    setLatest(body.setup);
  }
  const typed = useTyped(form);
  const mine = useMemo(() => prune(typed) as RaceSetup, [typed]);
  const reading = useMemo(() => parseRaceSetup(mine), [mine]);
  const faults = reading.ok ? (refusal?.of === mine ? refusal.faults : []) : reading.error;
  const clashes = listClashes(base, mine, latest);
  const changed = listChanged(mine, base);

  /** Sets values, except those of the list `except`, whose rows are changed in place. */
  const put = (values: Partial<RaceSetup>, except?: keyof RaceSetup): void => {
    for (const [key, value] of Object.entries(values)) {
      if (key === except) continue;
      if (key === 'categories') {
        form.setValue('categories.ageOn', (value as RaceSetup['categories']).ageOn);
        form.setValue('categories.table', (value as RaceSetup['categories']).table);
      } else form.setValue(key, value);
    }
    setOutcome(undefined);
  };
  // Takes over the parts that only others changed.
  useEffect(() => {
    if (latest === base) return;
    const theirs = listChanged(latest, base).filter((part) => !clashes.includes(part));
    const taken = theirs.filter((part) => !changed.includes(part));
    // `put` clears the outcome, which has to stay after an own save.
    if (taken.length > 0) put(takeParts({}, latest, taken));
    if (mine.template === base.template) form.setValue('template', latest.template);
    setBase({ ...takeParts(base, latest, theirs), template: latest.template });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each setup of others
  }, [latest]);

  const showFailure = (error: unknown): void => {
    const theirs = findTheirs(error);
    const refused = findFaults(error);
    setQuestion(undefined);
    if (theirs) setLatest(theirs);
    else if (refused[0]) {
      setRefusal({ of: mine, faults: refused });
      setOutcome({ failed: refused[0].message });
      onFault(refused[0].path);
    } else setOutcome({ failed: messageOf(error) });
  };
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setOutcome(undefined);
    setIsBusy(true);
    await act().catch(showFailure);
    setIsBusy(false);
  };

  return {
    form,
    mine,
    latest,
    clashes,
    faults,
    outcome,
    question,
    isBusy,
    changed,
    put,
    change: (setup: RaceSetup): void => {
      form.reset({ ...setup }, { keepDefaultValues: true });
      setOutcome(undefined);
    },
    /** Opens the question with the effect of saving, or goes to the first fault. */
    askToSave: async (): Promise<void> => {
      const [first] = faults;
      if (first) {
        setOutcome({ failed: 'Correct the marked fields.' });
        onFault(first.path);
      } else if (reading.ok && clashes.length === 0) {
        const setup = reading.value;
        await attempt(async () => {
          setQuestion({
            setup,
            impact: await calls.send<SetupImpact>('POST', '/setup/preview', {
              setup,
              was: base,
            } satisfies SetupInput),
          });
        });
      }
    },
    save: (setup: RaceSetup): Promise<void> =>
      attempt(async () => {
        const saved = await calls.send<SetupBody>('PUT', '/setup', {
          setup,
          was: base,
        } satisfies SetupInput);
        setQuestion(undefined);
        form.reset({ ...saved.setup });
        setBase(saved.setup);
        setLatest(saved.setup);
        setOutcome('saved');
      }),
    cancel: (): void => setQuestion(undefined),
    /** Resolves a clash. */
    resolve: (part: Part, keep: 'mine' | 'theirs'): void => {
      if (keep === 'theirs') put(takeParts({}, latest, [part]));
      setBase(takeParts(base, latest, [part]));
      setOutcome(undefined);
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

/** The setup saved by another organiser, if a save was refused because of it. */
function findTheirs(error: unknown): RaceSetup | undefined {
  if (!(error instanceof CallError) || error.status !== 409) return undefined;
  return (error.body as Partial<SetupConflictBody>).current;
}

function findFaults(error: unknown): readonly SetupError[] {
  if (!(error instanceof CallError) || error.status !== 400) return [];
  return (error.body as Partial<InvalidSetupBody>).errors ?? [];
}
