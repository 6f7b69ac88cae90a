import type { ReactNode } from 'react';

/** In place of an empty list of the organisers: why it is empty. */
export function EmptyNote({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className="card stack-12 muted anywhere text-center justify-items-center px-4 py-10">
      {children}
    </div>
  );
}
