import type { ReactNode } from 'react';

import { useDocumentTitle } from '#client/ui/use-document-title.ts';

export interface SessionCardProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function SessionCard({ title, children }: SessionCardProps): ReactNode {
  useDocumentTitle(title);
  return (
    <main className="full-screen py-6 pr-(--gutter-right) pl-(--gutter-left)">
      <div className="stack-14 w-[min(26rem,100%)] rounded-lg border-t-4 border-accent bg-surface p-[26px] [box-shadow:var(--lifted)] max-[40rem]:px-4 max-[40rem]:py-5">
        <h1 className="bold text-title-xl leading-tight">{title}</h1>
        {children}
      </div>
    </main>
  );
}
