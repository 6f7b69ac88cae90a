import type { ReactNode } from 'react';

/** A small filled star with its meaning in words. */
export function Star({
  label,
  className,
}: {
  readonly label: string;
  readonly className?: string | undefined;
}): ReactNode {
  return (
    <svg
      className={className}
      role="img"
      aria-label={label}
      viewBox="0 0 16 16"
      width="14"
      height="14"
    >
      <title>{label}</title>
      <path
        fill="currentColor"
        d="m8 .9 2.2 4.6 5 .7-3.7 3.5.9 5L8 12.3l-4.4 2.4.9-5L.8 6.2l5-.7z"
      />
    </svg>
  );
}
