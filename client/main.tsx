import './ui/styles/typeface.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';

import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

import { holdPress, isDrawn, whenAbleToTakeOver } from './first-screen/take-over.ts';
import { openRace } from './live/open-race.ts';
import { browserTimers, whenIdle } from './live/timers.ts';
import { Screens } from './routes.tsx';
import { loadDrawnScreen } from './spectators-routes.tsx';
import { loadShownTexts } from './spectators/TextsProvider.tsx';

const container = document.querySelector('#app');
if (!container) throw new Error('index.html has no element with the id "app".');

const show = (): void => {
  createRoot(container).render(
    <StrictMode>
      <Screens />
    </StrictMode>,
  );
};

// What the server has drawn stays until the page can put the same in its place.
if (isDrawn(container)) void takeOver(container);
else show();

async function takeOver(container: Element): Promise<void> {
  await Promise.all([
    loadShownTexts(),
    // What cannot be loaded is said where it would be shown.
    loadDrawnScreen(location.pathname).catch(() => undefined),
    whenAbleToTakeOver(openRace(), browserTimers),
  ]);
  const press = holdPress(container);
  flushSync(show);
  press();
}

// Over plain HTTP under a name of the local network a browser has no workers.
if ('serviceWorker' in navigator) {
  whenIdle(() => void import('./worker/register-worker.ts').then((part) => part.registerWorker()));
}
