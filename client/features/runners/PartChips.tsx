import type { ReactNode } from 'react';

import { STATE_NAMES } from '#client/organisers/rollcall/describe-called.ts';
import { type Part, PARTS, type Shown } from './missing-view.ts';
import styles from './PartChips.module.css';

export interface PartChipsProps {
  readonly shown: Shown;
  /** How many there are of each; undefined until loaded. */
  readonly counts: Readonly<Record<Part, number>> | undefined;
  readonly onShow: (part: Shown) => void;
}

const LABELS: Readonly<Record<Part, string>> = {
  bands: 'Unassigned',
  dnf: 'DNF, scanned',
  'on-course': STATE_NAMES['on-course'],
  'never-seen': STATE_NAMES['never-seen'],
  'to-start': STATE_NAMES['to-start'],
  'out-safe': STATE_NAMES['out-safe'],
  'to-check': 'To check',
  dismissed: 'Dismissed',
};

/** Parts without a chip while they are empty. */
const RARE: ReadonlySet<Part> = new Set(['to-start', 'out-safe', 'to-check', 'dismissed']);
/** Parts that somebody has to act on. */
const CALLING: ReadonlySet<Part> = new Set(['bands', 'dnf', 'to-check']);

export function PartChips({ shown, counts, onShow }: PartChipsProps): ReactNode {
  const parts = PARTS.filter((part) => !RARE.has(part) || part === shown || counts?.[part]);
  return (
    <fieldset className={styles.chips} aria-label="Show">
      {(['all', ...parts] as const).map((part) => (
        <button
          key={part}
          type="button"
          className={styles.chip}
          data-part={part}
          data-calls={part !== 'all' && CALLING.has(part) && Boolean(counts?.[part])}
          aria-pressed={part === shown}
          onClick={() => onShow(part === shown ? 'all' : part)}
        >
          <span>{part === 'all' ? 'All' : LABELS[part]}</span>
          {part === 'all' ? null : (
            <>
              {' '}
              <span className={styles.count}>{counts?.[part] ?? '…'}</span>
            </>
          )}
        </button>
      ))}
    </fieldset>
  );
}
