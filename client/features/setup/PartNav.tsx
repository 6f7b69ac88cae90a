import { type ReactNode, use } from 'react';

import { FaultsShown } from '#client/kit/form-fields.tsx';
import { FaultTag } from './faults.tsx';
import { type Part, PART_NAMES, partOf, PARTS } from './setup-merge.ts';

export interface PartNavProps {
  readonly open: Part;
  readonly changed: readonly Part[];
  readonly onOpen: (part: Part) => void;
}

/** The parts with the changes and faults in each: a column on a desk, lines above the part on a phone. */
export function PartNav({ open, changed, onOpen }: PartNavProps): ReactNode {
  const faults = use(FaultsShown);
  return (
    <nav aria-label="Parts of the race">
      <ul className="plain-list grid gap-1 @max-[52em]/screen:flex @max-[52em]/screen:flex-wrap">
        {PART_NAMES.map((part) => (
          <li key={part}>
            <button
              type="button"
              className="bare-button row full-width touch text-left semibold hovers gap-x-2 gap-y-0 rounded-md px-3 py-1 text-ink aria-[current=true]:bg-accent aria-[current=true]:text-on-accent @max-[52em]/screen:border @max-[52em]/screen:border-line-strong"
              aria-current={part === open}
              onClick={() => onOpen(part)}
            >
              <span>{PARTS[part].title}</span>
              {changed.includes(part) ? <span className="text-s">changed</span> : null}
              <FaultTag count={faults.filter(({ path }) => partOf(path) === part).length} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
