import type { Role } from '#shared/wire/auth-api.ts';

export type Method = 'get' | 'post' | 'put';

/** Every call about the race that organisers alone may make, and the least they must be. */
export const ORGANISER_CALLS: readonly (readonly [method: Method, path: string, needed: Role])[] = [
  ['get', '/apiadmin', 'registration'],
  ['get', '/mia', 'registration'],
  ['post', '/api', 'registration'],
  ['post', '/mia/900/dismiss', 'registration'],
  ['post', '/mia/900/undismiss', 'registration'],
  ['get', '/apiadmin/any-runner/history', 'registration'],
  ['get', '/apiadmin/any-runner/scans', 'registration'],
  ['post', '/apiadmin/any-runner/undo', 'admin'],
  ['get', '/apiadmin/changes', 'admin'],
  ['post', '/upload', 'admin'],
  ['post', '/upload/preview', 'admin'],
  ['get', '/backups', 'admin'],
  ['get', '/backups/present', 'admin'],
  ['get', '/backups/any-backup', 'admin'],
  ['post', '/backups/any-backup/restore', 'admin'],
  ['post', '/upload-image', 'admin'],
  ['post', '/upload-background', 'admin'],
  ['get', '/webconfig', 'registration'],
  ['put', '/webconfig', 'admin'],
  ['post', '/webconfig/preview', 'admin'],
];

/** Every call about the accounts, which is for admins alone. */
export const ACCOUNT_CALLS = [
  ['get', '/organisers'],
  ['post', '/organisers'],
  ['post', '/organisers/nia@example.org/disable'],
  ['post', '/organisers/nia@example.org/enable'],
  ['post', '/organisers/nia@example.org/reset'],
  ['post', '/organisers/nia@example.org/role'],
] as const;
