import type { ReactNode } from 'react';

export interface ViewChip<View extends string> {
  readonly view: View;
  readonly label: string;
  /** Undefined until loaded, and for the view of all. */
  readonly count?: number | undefined;
  readonly isCalling?: boolean;
}

export interface ViewChipsProps<View extends string> {
  readonly label?: string;
  readonly chips: readonly ViewChip<View>[];
  readonly shown: View;
  /** The view of all, to which a second press returns. */
  readonly all: View;
  readonly onShow: (view: View) => void;
}

export function ViewChips<View extends string>(props: ViewChipsProps<View>): ReactNode {
  const { label: name = 'Show', chips, shown, all, onShow } = props;
  return (
    <fieldset
      // On a phone the chips scroll sideways.
      className="scroll-strip unprinted shrinks -mx-1 flex flex-wrap gap-2 border-0 p-1 phone:flex-nowrap phone:gap-[5px]"
      aria-label={name}
    >
      {chips.map(({ view, label, count, isCalling = false }) => (
        <button
          key={view}
          type="button"
          // On a phone the number is above its label, and the chip of all is hidden: a second press returns there.
          className={`outlined rigid text-m semibold nowrap touch clickable rounded-xl px-3 aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-surface phone:flex phone:min-h-13 phone:min-w-min phone:flex-auto phone:flex-col-reverse phone:items-center phone:justify-center phone:rounded-md phone:px-[3px] phone:py-0.5 phone:text-[length:var(--text-2xs)] phone:leading-tight phone:whitespace-normal ${view === all ? 'phone:hidden' : ''}`}
          data-part={view}
          aria-pressed={view === shown}
          onClick={() => onShow(view === shown ? all : view)}
        >
          <span className="phone:min-w-10">{label}</span>
          {view === all ? null : (
            <>
              {' '}
              <span
                className={`ml-0.5 font-bold tabular-nums phone:ml-0 phone:text-[1rem] ${view !== shown && isCalling ? 'text-alert' : ''}`}
              >
                {count ?? '…'}
              </span>
            </>
          )}
        </button>
      ))}
    </fieldset>
  );
}
