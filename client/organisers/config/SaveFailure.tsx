import type { ReactNode } from 'react';

import { Banner } from '#client/ui/Banner.tsx';

export function SaveFailure({ reason }: { readonly reason: string }): ReactNode {
  return (
    <Banner kind="alert">
      <p>Failed to update web config</p>
      <p>{reason}</p>
    </Banner>
  );
}
