import { useCallback } from 'react';

import { useRace, useRaceStore } from '#client/live/RaceProvider.tsx';
import { useIsServerRendered } from '#client/live/use-is-server-rendered.ts';
import { useRecent } from '#client/live/use-recent.ts';
import { useWorkedOut } from '#client/spectators/use-worked-out.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import type { Steps } from '#shared/scoring/steps.ts';

import { type Block, type BlocksContext, listBlocks } from './list-blocks.ts';
import { type TableChoice, addressChoice } from './table-choice.ts';

/** The tables of so many rows are worked out in a few milliseconds, and stand where the server drew them. */
const AT_ONCE = 4_000;

/** The tables of one choice. */
export interface ListedBlocks {
  readonly address: string;
  readonly blocks: readonly Block[];
}

/**
 * The tables that were chosen, as the race stood some seconds ago at most. They go through everybody, so
 * they are worked out in turns, and those of the choice before stay until then; undefined before the first.
 */
export function useBlocks(choice: TableChoice): ListedBlocks | undefined {
  const { config, head } = useRace();
  const { standings } = useRaceStore().replica;
  const texts = useTexts();
  const recent = useRecent(head);
  const work = useCallback(() => {
    return findBlocks(choice, recent && config ? { standings, config, texts } : undefined);
  }, [recent, standings, config, choice, texts]);
  const isServerRendered = useIsServerRendered();
  return useWorkedOut(work, isServerRendered || standings.size <= AT_ONCE);
}

function* findBlocks(
  choice: TableChoice,
  context: BlocksContext | undefined,
): Steps<ListedBlocks | undefined> {
  if (!context) return undefined;
  return { address: addressChoice(choice), blocks: yield* listBlocks(choice, context) };
}
