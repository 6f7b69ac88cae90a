import type { ReactNode } from 'react';

import { Banner } from '#client/ui/Banner.tsx';

/** Where accounts are made and passwords changed when Firebase keeps them. */
export function KeptAtFirebase(): ReactNode {
  return (
    <Banner kind="notice">
      <p>
        The accounts and their passwords are kept in Firebase: add people and reset passwords in its
        console.
      </p>
      <p>
        Whoever is to come in also stands in ORGANISER_EMAILS, among the settings the server is
        started with. Here you say what each of them may do, and keep somebody out.
      </p>
    </Banner>
  );
}
