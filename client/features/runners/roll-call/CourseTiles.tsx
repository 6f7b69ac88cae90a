import type { ReactNode } from 'react';

import type { RaceConfig } from '#shared/model/race-config.ts';
import { nameTile } from './name-groups.ts';
import type { Tile } from './list-tiles.ts';
import type { Shown } from './roll-call-view.ts';
import styles from './CourseTiles.module.css';

export interface CourseTilesProps {
  readonly tiles: readonly Tile[];
  readonly shown: Shown;
  readonly config: RaceConfig;
  readonly onShow: (shown: Shown) => void;
}

/**
 * How many are after each point and in each state; a press shows them alone, another one everybody.
 */
export function CourseTiles({ tiles, shown, config, onShow }: CourseTilesProps): ReactNode {
  return (
    <fieldset className={styles.tiles} aria-label="Show">
      {tiles.map((tile) => (
        <button
          key={tile.shown}
          type="button"
          className={styles.tile}
          data-shown={tile.shown}
          data-calls={
            (tile.shown === 'out-not-safe' && tile.count > 0) || tile.overdue > 0 || undefined
          }
          aria-pressed={tile.shown === shown}
          onClick={() => onShow(tile.shown === shown ? 'course' : tile.shown)}
        >
          <span className={styles.name}>{nameTile(tile.shown, config)}</span>{' '}
          <span className={styles.count}>{tile.count}</span>
          {tile.overdue > 0 ? (
            <span className={styles.overdue}> {tile.overdue} overdue</span>
          ) : null}
        </button>
      ))}
    </fieldset>
  );
}
