import type { BackupEntry } from '#shared/wire/import-api.ts';

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** `20 Jun 2026, 09:12:40`, by the clock of whoever looks. */
export function formatMoment(iso: string): string {
  return moment.format(new Date(iso));
}

/** What a backup was made for: `before an import by sian@race.local`. */
export function describeBackup({ reason, by }: BackupEntry): string {
  if (reason === 'import') return `before an import by ${by}`;
  if (reason === 'restore') return `before a restore by ${by}`;
  return `${reason}, by ${by}`;
}
