import type { ComponentType, ReactNode } from 'react';
import { Route } from 'react-router-dom';

import { createDeferred } from './components/deferred.tsx';

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
      element={defer(async () => (await import('./pages/login/LoginPage.tsx')).LoginPage, true)}
    />
    <Route
      element={defer(
        async () => (await import('./organisers/frame/OrganisersFrame.tsx')).OrganisersFrame,
        true,
      )}
    >
      <Route
        path="/admin"
        element={defer(async () => (await import('./pages/admin/AdminPage.tsx')).AdminPage)}
      />
      <Route
        path="/missing"
        element={defer(async () => (await import('./pages/missing/MissingPage.tsx')).MissingPage)}
      />
      <Route
        path="/import"
        element={defer(async () => (await import('./pages/import/ImportPage.tsx')).ImportPage)}
      />
      <Route
        path="/imageuploadlogo"
        element={defer(async () => (await import('./pages/images/LogoPage.tsx')).LogoPage)}
      />
      <Route
        path="/imageuploadbg"
        element={defer(
          async () => (await import('./pages/images/BackgroundPage.tsx')).BackgroundPage,
        )}
      />
      <Route
        path="/conf"
        element={defer(async () => (await import('./pages/conf/ConfigPage.tsx')).ConfigPage)}
      />
      <Route
        path="/changes"
        element={defer(async () => (await import('./pages/changes/ChangesPage.tsx')).ChangesPage)}
      />
      <Route
        path="/accounts"
        element={defer(
          async () => (await import('./pages/accounts/AccountsPage.tsx')).AccountsPage,
        )}
      />
    </Route>
  </Route>
);
