import './ui/styles/tokens.css';
import './ui/styles/base.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { Screens } from './routes.tsx';

const container = document.querySelector('#app');
if (!container) throw new Error('index.html has no element with the id "app".');

createRoot(container).render(
  <StrictMode>
    <Screens />
  </StrictMode>,
);
