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

// The server's rendering stays until the page can render the same.
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
    // A failure is shown in place of the component.
    loadRenderedScreen(location.pathname).catch(() => undefined),
    whenAbleToMount(openRace(), browserTimers),
  ]);
  // A transition renders in many short tasks, so that the page stays responsive, and commits at once.
  startTransition(() => show(serverRendered));
}

// Over plain HTTP under a local name, browsers have no service workers.
if ('serviceWorker' in navigator) {
  whenIdle(() => void import('./worker/register-worker.ts').then((part) => part.registerWorker()));
}
