import { expect, test } from 'vitest';

import { parseRaceSetup, writeRaceSetup } from '#shared/model/race-setup-schema.ts';
import { loadTemplate, TEMPLATES } from '#shared/templates/templates.ts';

test.each(TEMPLATES.map(({ name }) => name))('[SU3] the template %s is a race', async (name) => {
  const template = await loadTemplate(name);
  const reading = parseRaceSetup(template);
  expect(reading).toEqual({ ok: true, value: template });
  expect(template?.template).toBe(name);
  expect(template && parseRaceSetup(writeRaceSetup(template)).ok).toBe(true);
});

test('an unknown template is refused', async () => {
  expect(await loadTemplate('moon-race')).toBeUndefined();
});
