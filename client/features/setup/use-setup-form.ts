import { useMemo, useState } from 'react';

import type { RaceSetup } from '#shared/model/race-setup.ts';
import { parseRaceSetup, type SetupError } from '#shared/model/race-setup-schema.ts';
import type { SetupBody, SetupImpact } from '#shared/wire/setup-api.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { NO_FAULTS } from './faults.ts';
import { findFaults, findTheirs, previewSetup, saveSetup } from './setup-calls.ts';
import {
  absorb,
  listChanged,
  openDraft,
  type Part,
  type SetupDraft,
  settle,
} from './setup-merge.ts';

export type SetupOutcome =
  | { readonly kind: 'saved' | 'clash' }
  | { readonly kind: 'failed'; readonly reason: string };

export interface SetupQuestion {
  readonly setup: RaceSetup;
  readonly impact: SetupImpact;
}

interface Refusal {
  readonly of: RaceSetup;
  readonly faults: readonly SetupError[];
}

export type SetupForm = ReturnType<typeof useSetupForm>;

/** An edit of the setup in `body`, which is fetched again when somebody else saves. */
export function useSetupForm(body: SetupBody, onFault: (path: string) => void) {
  const calls = useCalls();
  const [draft, setDraft] = useState<SetupDraft>(() => openDraft(body.setup));
  const [known, setKnown] = useState(body.setup);
  const [refusal, setRefusal] = useState<Refusal>();
  const [outcome, setOutcome] = useState<SetupOutcome>();
  const [question, setQuestion] = useState<SetupQuestion>();
  const [isBusy, setIsBusy] = useState(false);
  const { mine, base, clashes, updated } = draft;
  if (known !== body.setup) {
    setKnown(body.setup);
    setDraft(absorb(draft, body.setup));
  }
  const reading = useMemo(() => parseRaceSetup(mine), [mine]);
  const faults = reading.ok ? (refusal?.of === mine ? refusal.faults : NO_FAULTS) : reading.error;

  const change = (setup: RaceSetup): void => {
    setDraft((before) => ({ ...before, mine: setup }));
    setOutcome(undefined);
  };
  const tell = (error: unknown): void => {
    const theirs = findTheirs(error);
    const refused = findFaults(error);
    setQuestion(undefined);
    if (theirs) {
      setDraft((before) => absorb(before, theirs));
      setOutcome({ kind: 'clash' });
    } else if (refused[0]) {
      setRefusal({ of: mine, faults: refused });
      setOutcome({ kind: 'failed', reason: refused[0].message });
      onFault(refused[0].path);
    } else setOutcome({ kind: 'failed', reason: messageOf(error) });
  };
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setOutcome(undefined);
    setIsBusy(true);
    await act().catch(tell);
    setIsBusy(false);
  };

  return {
    mine,
    clashes,
    updated,
    draft,
    faults,
    outcome,
    question,
    isBusy,
    changed: listChanged(draft),
    change,
    /** Previews the effect of saving, and asks; goes to the first fault where there is one. */
    ask: async (): Promise<void> => {
      const [first] = faults;
      if (first) {
        setOutcome({ kind: 'failed', reason: 'Correct what is marked.' });
        onFault(first.path);
      } else if (reading.ok && clashes.length === 0) {
        const setup = reading.value;
        await attempt(async () => {
          setQuestion({ setup, impact: await previewSetup(calls, { setup, was: base }) });
        });
      }
    },
    save: (setup: RaceSetup): Promise<void> =>
      attempt(async () => {
        const saved = await saveSetup(calls, { setup, was: base });
        setQuestion(undefined);
        setDraft(openDraft(saved.setup));
        setOutcome({ kind: 'saved' });
      }),
    cancel: (): void => setQuestion(undefined),
    settle: (part: Part, keep: 'mine' | 'theirs'): void => {
      setDraft((before) => settle(before, part, keep));
      setOutcome(undefined);
    },
  };
}
