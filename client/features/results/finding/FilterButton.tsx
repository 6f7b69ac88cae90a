import { type ReactNode, useState } from 'react';

import { useIsServerRendered } from '#client/live/use-is-server-rendered.ts';
import { createDeferred } from '#client/ui/deferred.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import { describeFilter } from './results-query.ts';
import styles from './FilterButton.module.css';
import type { FilterDialogProps } from './FilterDialog.tsx';

const dialog = createDeferred<FilterDialogProps>(
  async () => (await import('./FilterDialog.tsx')).FilterDialog,
  { fallback: null },
);

export type FilterButtonProps = Omit<FilterDialogProps, 'onClose'>;

export function FilterButton(props: FilterButtonProps): ReactNode {
  const { finding } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const chosen = describeFilter(props.query, finding);
  const [first, ...more] = chosen;
  return (
    <>
      <button
        className={styles.button}
        type="button"
        disabled={useIsServerRendered()}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-chosen={first === undefined ? undefined : ''}
        aria-label={[finding.filter, chosen.join(', ')].filter(Boolean).join(': ')}
        onPointerEnter={dialog.preload}
        onFocus={dialog.preload}
        onClick={() => setIsOpen(true)}
      >
        <span className="ellipsis">{first ?? finding.filter}</span>
        {more.length > 0 ? <span> +{more.length}</span> : null}
        <span aria-hidden="true"> ▾</span>
      </button>
      {isOpen ? <dialog.Component {...props} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
