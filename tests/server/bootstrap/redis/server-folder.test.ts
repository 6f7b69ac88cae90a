import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { findServerRecord, providePassword } from '#server/bootstrap/redis/server-folder.mjs';
import { createTempFolder } from '#tests/support/temp-folder.ts';

test.for(['', '{"port": 12', '[]', 'null', '{"port": 99999999}', '{"port": "6379"}'])(
  'a record that says %j is as none',
  (content) => {
    const folder = createTempFolder();
    writeFileSync(join(folder, 'server.json'), content);
    expect(findServerRecord(folder)).toBeUndefined();
  },
);

test.for(['', 'short', 'not a\npassword for a URL or for settings'])(
  'a password file that says %j is made anew',
  (content) => {
    const folder = createTempFolder();
    writeFileSync(join(folder, 'password'), content);
    const password = providePassword(folder);
    expect(password).toMatch(/^[\w-]{32}$/);
    expect(readdirSync(folder)).toEqual(['password']);
    expect(readFileSync(join(folder, 'password'), 'utf8').trim()).toBe(password);
    expect(providePassword(folder)).toBe(password);
  },
);
