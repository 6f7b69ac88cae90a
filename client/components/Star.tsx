import type { ReactNode } from 'react';

export interface StarProps {
  /** What the star stands for. */
  readonly label: string;
  readonly className?: string | undefined;
}

/** A small filled star in the size of the text, with its meaning in words. */
export function Star({ label, className }: StarProps): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element could not take the colour of the text
    <svg className={className} role="img" aria-label={label} viewBox="0 0 16 16">
      <path
        fill="currentColor"
        d="m8 .9 2.2 4.6 5 .7-3.7 3.5.9 5L8 12.3l-4.4 2.4.9-5L.8 6.2l5-.7z"
      />
    </svg>
  );
}
