import { screen, within } from '@testing-library/dom';
import { afterEach, expect, test, vi } from 'vitest';

import type { HealthBody } from '#shared/wire/health-api.ts';
import { buildHealth } from '#tests/client/support/build-health.ts';

import { expectNoViolations } from './support/axe.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';

const AWAY = 'Redis cannot be reached.';

afterEach(() => {
  vi.restoreAllMocks();
});

function openHealth(body: Partial<HealthBody> = {}): Promise<OpenScreen> {
  return openScreen('/health', {
    role: 'director',
    prepare: (wire) => {
      wire.answer('GET /health/state', buildHealth(body));
    },
  });
}

test('problems come first, with what the service says, what it means and what to do', async () => {
  await openHealth({
    isReady: false,
    findings: [{ topic: 'database', text: AWAY }],
    database: { isConnected: false },
    sources: [],
    instances: [],
  });
  await screen.findByText('1 thing needs attention.');
  const [first] = screen.getAllByRole('listitem');
  const line = within(first as HTMLElement);
  line.getByRole('heading', { name: 'Database' });
  line.getByText('Needs attention');
  expect(line.queryByText(AWAY)).not.toBeNull();
  line.getByText(/bring its server back with its files/);
  line.getByText(/under “Redis is gone or fails over”/);
  await expectNoViolations();
});
