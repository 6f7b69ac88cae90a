import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { buildHealth } from '#tests/client/support/build-health.ts';

import { openScreen } from './support/open-screen.tsx';

test('a problem comes first, with the section of the runbook about it', async () => {
  const body = buildHealth({
    isReady: false,
    findings: [{ topic: 'database', text: 'Redis cannot be reached.' }],
    database: { isConnected: false },
    sources: [],
  });
  await openScreen('/health', {
    role: 'director',
    prepare: (wire) => wire.answer('GET /health/state', body),
  });
  await screen.findByText('1 thing needs attention.');
  const [first] = screen.getAllByRole('listitem');
  const line = within(first as HTMLElement);
  line.getByRole('heading', { name: 'Database' });
  line.getByText('Needs attention');
  expect(line.queryByText('Redis cannot be reached.')).not.toBeNull();
  line.getByText(/under “Redis is gone or fails over”/);
  screen.getByText('Unknown while the database does not answer.');
});
