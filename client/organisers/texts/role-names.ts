import type { Role } from '#shared/wire/auth-api.ts';

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  medical: 'Medical',
  registration: 'Registration',
  results: 'Results',
  director: 'Director',
  admin: 'All rights',
};

export const ROLE_DUTIES: Readonly<Record<Role, string>> = {
  viewer:
    'Sees everything except telephone numbers, contacts, medical notes and dates of birth. Changes nothing.',
  medical:
    'Sees contacts and medical notes, and reports what happened to a runner. Changes nothing else.',
  registration:
    'Edits runners, keeps the roll-call and race control, sees contacts and medical notes.',
  results: 'Also corrects reads and takes changes back; sees contacts, but no medical notes.',
  director:
    'Everything in the race, including settings, start and closing, imports and pictures. No accounts.',
  admin: 'Everything, and manages the accounts.',
};
