import { describeTimeOfDay } from '#client/organisers/texts/start-text.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';

import { saveFile } from '#client/ui/save-file.ts';
import type { JournalState } from './journal.ts';
import type { KeptTap } from './marshal-tap.ts';
import { describeState } from './marshal-view.ts';

function writeTapFile({ taps, unkept }: JournalState, timeZone: string): string {
  const bibs = new Map(taps.map(({ reportId, bib }) => [reportId, bib]));
  const rows = taps.map((tap) => [
    writeMoment(tap, timeZone),
    tap.bib || (bibs.get(tap.of ?? '') ?? ''),
    tap.kind,
    tap.point ?? '',
    describeState(tap, unkept),
    tap.reportId,
  ]);
  const head = ['time', 'bib', 'what', 'point', 'sent', 'id'];
  return [head, ...rows].map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}

/** A time by hand to the thousandth of a second. */
function writeMoment({ kind, atMs }: KeptTap, timeZone: string): string {
  const [date, time] = [
    formatWallClock(atMs, timeZone).slice(0, 10),
    describeTimeOfDay(atMs, timeZone),
  ];
  const part = kind === 'timed' ? `.${String(atMs % SECOND_MS).padStart(3, '0')}` : '';
  return `${date} ${time}${part}`;
}

/** Quoted, and never a formula for the program that opens the file. */
function writeCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}

export function saveTapFile(state: JournalState, timeZone: string): void {
  const blob = new Blob(['\uFEFF', writeTapFile(state, timeZone)], { type: 'text/csv' });
  saveFile(blob, 'marshal-taps.csv');
}
