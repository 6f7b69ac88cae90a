import type { ReactNode } from 'react';

export interface StarProps {
  /** What the star stands for. */
  readonly label: string;
  readonly className?: string | undefined;
}

/** A small star with its meaning in words: a letter, so that it can keep to the word before it. */
export function Star({ label, className }: StarProps): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- lines break before any img, though not before a letter
    <span className={className} role="img" aria-label={label}>
      ★
    </span>
  );
}
