import { type ReactNode, useState } from 'react';

import { useFromStandings } from '#client/live/use-standings.ts';
import { parseSearch } from '#client/spectators/find-runner.ts';
import { FindBox } from '#client/ui/FindBox.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { joinParts } from '#shared/format/isolate-text.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';

import styles from './Commentary.module.css';

export interface FinderProps {
  readonly config: RaceConfig;
  readonly onPin: (runnerId: string) => void;
}

const MOST_FOUND = 8;

/** Finds runners of all races to pin; Enter pins the first. */
export function Finder({ config, onPin }: FinderProps): ReactNode {
  const { find, common } = useAllTexts();
  const [text, setText] = useState('');
  const { found, listed } = useFromStandings(
    (standings) => {
      const matches = standings && parseSearch(text);
      const all = matches ? standings.listAll() : [];
      return { found: matches ? all.filter(matches) : [], listed: all.length };
    },
    [text],
  );
  const [first] = found;
  const pin = (runnerId: string): void => {
    onPin(runnerId);
    setText('');
  };
  return (
    <div>
      <FindBox
        label={find.label}
        text={text}
        onText={setText}
        shown={text === '' ? undefined : { shown: found.length, listed }}
        onEnter={() => {
          if (first) pin(first.runnerId);
        }}
      />
      {found.length === 0 ? null : (
        <ul className="plain-list card">
          {found.slice(0, MOST_FOUND).map((result) => (
            <li key={result.runnerId}>
              <button className={styles.one} type="button" onClick={() => pin(result.runnerId)}>
                {joinParts([
                  describeName(result, common),
                  result.bibNumber && common.bibOf(result.bibNumber),
                  labelEvent(result.events, config),
                  result.runClub,
                ])}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
