import './ui/styles/typeface.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/parts.css';
import './ui/styles/blocks.css';
import './ui/styles/screens.css';

import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { isServerRendered, whenAbleToMount } from './first-screen/mount-page.ts';
import { openRace } from './live/open-race.ts';
import { browserTimers, whenIdle } from './live/timers.ts';
import { Screens } from './routes.tsx';
import { loadRenderedScreen } from './spectators-routes.tsx';
import { loadShownTexts } from './spectators/TextsProvider.tsx';

const container = document.querySelector('#app');
if (!container) throw new Error('index.html has no element with the id "app".');

// The server's rendering stays until the page can render the same in its place.
if (isServerRendered(container)) void mount(container);
else show(container);

function show(place: Element): void {
  createRoot(place).render(
    <StrictMode>
      <Screens />
    </StrictMode>,
  );
}

async function mount(serverRendered: Element): Promise<void> {
  await Promise.all([
    loadShownTexts(),
    // A failed load is reported where the component would be.
    loadRenderedScreen(location.pathname).catch(() => undefined),
    whenAbleToMount(openRace(), browserTimers),
  ]);
  // Rendered in many tasks, between which the page scrolls and listens, and committed as one.
  startTransition(() => show(serverRendered));
}

// Over plain HTTP under a name of the local network a browser has no service workers.
if ('serviceWorker' in navigator) {
  whenIdle(() => void import('./worker/register-worker.ts').then((part) => part.registerWorker()));
}
