import './ui/styles/typeface.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { whenIdle } from './live/timers.ts';
import { Screens } from './routes.tsx';

const container = document.querySelector('#app');
if (!container) throw new Error('index.html has no element with the id "app".');

createRoot(container).render(
  <StrictMode>
    <Screens />
  </StrictMode>,
);

// Over plain HTTP under a name of the local network a browser has no workers.
if ('serviceWorker' in navigator) {
  whenIdle(() => void import('./worker/register-worker.ts').then((part) => part.registerWorker()));
}
