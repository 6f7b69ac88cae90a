import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

import { PageQrCode } from '#client/ui/QrCode.tsx';

test.each([
  ['https://race.example/board', true],
  ['http://192.168.4.1:3000/board', true],
  ['http://localhost:3000/board', false],
  ['http://127.0.0.1:3000/board', false],
  ['http://[::1]:3000/board', false],
])(
  'at %s a page has a QR code: %s, since a phone cannot open a loopback address',
  (href, isShown) => {
    vi.stubGlobal('location', { href });
    const code = createElement(PageQrCode, { path: '/runner/1', label: 'Results', className: '' });
    expect(renderToString(code).includes('Results')).toBe(isShown);
    vi.unstubAllGlobals();
  },
);
