import { type ReactNode, Suspense, useId } from 'react';

import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Starter } from '#shared/model/result.ts';
import { createDeferred } from '#client/ui/deferred.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import type { StartListProps } from './StartList.tsx';
import styles from './StartListPart.module.css';

const list = createDeferred<StartListProps>(
  async () => (await import('./StartList.tsx')).StartList,
  { name: ({ finding }) => finding.startListPart },
);

export interface StartListPartProps {
  /** How many there are, known before the list is loaded. */
  readonly count: number;
  /** Undefined until loaded. */
  readonly starters: readonly Starter[] | undefined;
  readonly hasFailed: boolean;
  /** Before the start it is the start list; later it lists the runners still awaited. */
  readonly isBefore: boolean;
  readonly isShown: boolean;
  readonly onShow: (isShown: boolean) => void;
  readonly config: RaceConfig;
  /** The search text, or empty. */
  readonly listKey: string;
}

/**
 * The registered of the open tab who are in no results yet, behind a button with their number.
 */
export function StartListPart(props: StartListPartProps): ReactNode {
  const { count, starters, hasFailed, isBefore, isShown, onShow, config, listKey } = props;
  const { common, finding } = useTexts();
  const id = useId();
  if (count === 0) return null;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 className={styles.title}>
        <button
          id={id}
          className={styles.toggle}
          type="button"
          aria-expanded={isShown}
          onPointerEnter={list.preload}
          onFocus={list.preload}
          onClick={() => onShow(!isShown)}
        >
          {describeList(props, finding)}
          <span aria-hidden="true">{isShown ? ' ▴' : ' ▾'}</span>
        </button>
      </h2>
      {isShown && !starters ? (
        <output className={styles.note}>{hasFailed ? finding.noStartList : common.loading}</output>
      ) : null}
      {isShown && starters ? (
        <Suspense>
          <list.Component
            label={describeList(props, finding)}
            starters={starters}
            config={config}
            listKey={`${isBefore}${listKey}`}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

type Words = ReturnType<typeof useTexts>['finding'];

function describeList({ count, isBefore, config }: StartListPartProps, words: Words): string {
  if (isBefore) return words.startList(count);
  return config.closed ? words.neverSeen(count) : words.notSeen(count);
}
