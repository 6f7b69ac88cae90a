import { type ReactNode, use } from 'react';

import { describeFaults, FaultTag } from './FaultTag.tsx';
import { FaultsShown } from '#client/kit/form-fields.tsx';
import { type Part, PART_NAMES, partOf, PARTS } from './setup-merge.ts';

export interface PartNavProps {
  readonly open: Part;
  readonly changed: readonly Part[];
  readonly onOpen: (part: Part) => void;
}

/** The parts with the changes and faults in each: a list on a desk, a select on a phone. */
export function PartNav({ open, changed, onOpen }: PartNavProps): ReactNode {
  const faults = use(FaultsShown);
  const parts = PART_NAMES.map((part) => ({
    part,
    title: PARTS[part].title,
    count: faults.filter(({ path }) => partOf(path) === part).length,
    isChanged: changed.includes(part),
  }));
  return (
    <nav aria-label="Parts of the race">
      <label className="hidden gap-1 @max-[52em]/screen:grid">
        <span className="text-s bold muted">Part</span>
        <select
          className="outlined full-width touch rounded-md px-[11px] py-1.5 text-[max(1rem,16px)]"
          value={open}
          onChange={({ target }) =>
            onOpen(PART_NAMES.find((part) => part === target.value) ?? open)
          }
        >
          {parts.map(({ part, title, count, isChanged }) => (
            <option key={part} value={part}>
              {title}
              {isChanged ? ' · changed' : ''}
              {count === 0 ? '' : ` · ${describeFaults(count)}`}
            </option>
          ))}
        </select>
      </label>
      <ul className="plain-list stack-4 @max-[52em]/screen:hidden">
        {parts.map(({ part, title, count, isChanged }) => (
          <li key={part}>
            <button
              type="button"
              className="bare-button row full-width touch text-left semibold hovers gap-x-2 gap-y-0 rounded-md px-3 py-1 text-ink aria-[current=true]:bg-accent aria-[current=true]:text-on-accent"
              aria-current={part === open}
              onClick={() => onOpen(part)}
            >
              <span>{title}</span>
              {isChanged ? <span className="text-s">changed</span> : null}
              <FaultTag count={count} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
