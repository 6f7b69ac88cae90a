import type { ComponentType, ReactNode } from 'react';
import { Route } from 'react-router-dom';

import { createDeferred } from './ui/deferred.tsx';

/** `isWhole`: the frame with the main part of the page is not around it. */
function defer(load: () => Promise<ComponentType>, isWhole = false): ReactNode {
  const { Component } = createDeferred(load, { name: 'This screen', isWhole });
  return <Component />;
}

/** The organisers' screens; spectators fetch nothing of them. */
export const organisersRoutes = (
  <Route
    element={defer(
      async () => (await import('./organisers/OrganisersArea.tsx')).OrganisersArea,
      true,
    )}
  >
    <Route
      path="/login"
      element={defer(
        async () => (await import('./features/sign-in/LoginPage.tsx')).LoginPage,
        true,
      )}
    />
    <Route
      element={defer(
        async () => (await import('./organisers/frame/OrganisersFrame.tsx')).OrganisersFrame,
        true,
      )}
    >
      <Route
        path="/admin"
        element={defer(
          async () => (await import('./features/registration/AdminPage.tsx')).AdminPage,
        )}
      />
      <Route
        path="/missing"
        element={defer(
          async () => (await import('./features/missing/MissingPage.tsx')).MissingPage,
        )}
      />
      <Route
        path="/import"
        element={defer(async () => (await import('./features/import/ImportPage.tsx')).ImportPage)}
      />
      <Route
        path="/imageuploadlogo"
        element={defer(
          async () => (await import('./features/pictures/PictureScreen.tsx')).LogoPage,
        )}
      />
      <Route
        path="/imageuploadbg"
        element={defer(
          async () => (await import('./features/pictures/PictureScreen.tsx')).BackgroundPage,
        )}
      />
      <Route
        path="/conf"
        element={defer(async () => (await import('./features/settings/ConfigPage.tsx')).ConfigPage)}
      />
      <Route
        path="/changes"
        element={defer(
          async () => (await import('./features/changes/ChangesPage.tsx')).ChangesPage,
        )}
      />
      <Route
        path="/accounts"
        element={defer(
          async () => (await import('./features/accounts/AccountsPage.tsx')).AccountsPage,
        )}
      />
    </Route>
  </Route>
);
