import type { EpochMs } from '#shared/model/time.ts';

export interface WrittenRead {
  readonly band: number;
  readonly timeMs: EpochMs;
  /** The local time on the reader's clock, `2026-06-20 11:32:05.120`. */
  readonly wall: string;
}

type Encode = (read: WrittenRead, number: number) => string;

/** The readers' name for their location; not a point of the race. */
export const LOCATION = 'Mat';

/**
 * The encodings of a read by each reader, the most common first (SCANNER.md SN27). Written from the manufacturers'
 * documents, independently of the decoders.
 */
export const ENCODINGS = {
  chronotrack: [
    ({ band, wall }, number) =>
      `CT01_33~${number}~${LOCATION}~${band}~${wall.replace(' ', 'T')}~1~117F37~8\r\n`,
  ],
  mylaps: [
    ({ band, wall }, number) =>
      `${LOCATION}@Passing@t=${wall.slice(11)}|c=${pad(band, 7)}|d=${digits(wall).slice(2, 8)}|l=1@${number}@$`,
    ({ band, wall }, number) => {
      const sequence = hex(number % 65_536).padStart(4, '0');
      const record = `${pad(band, 7)}${wall.slice(11)} 5 0F  1${sequence}${digits(wall).slice(2, 8)}`;
      return `\r\n\0${LOCATION}@Store@${record}${hex(sum(record))}@${number}@$`;
    },
  ],
  raceresult: [encodeRaceResult, (read, number) => `#P;${encodeRaceResult(read, number)}`],
  ipico: [
    (read) => encodeIpico(read, '', '\r\n'),
    (read) => encodeIpico(read, '2f0600', '\r\n'),
    (read) => encodeIpico(read, '', 'FS\r\n'),
    (read) => encodeIpico(read, '', 'LS'),
  ],
  ultra: [(read, number) => encodeUltra(read, number, 0)],
  macsha: [
    ({ band, wall }, number) =>
      `${number};MC;${pad(band, 5)};${wall.replace(' ', ';')};3;1;Z1y39\r\n`,
    ({ band, wall }) =>
      `DM${pad(band, 5)};${wall.slice(0, 10).replaceAll('-', '/')};06:02:55.029;${wall.slice(11)};3;006\r\n`,
    ({ band, wall }) =>
      `MC${pad(band, 5)}D${digits(wall).slice(0, 8)}T120755416T${digits(wall).slice(8)}A1R034TV\r\n`,
  ],
  jchip: [
    ({ band, wall }, number) =>
      `DA${pad(band, 6)} ${wall.slice(11)}918 10  ${pad(number, 5)}      C7 date=${digits(wall).slice(0, 8)}\r`,
  ],
  impinj: [
    (read) => `${encodeImpinj(read, (epcHex) => ({ epcHex, epc: '****' }))}\n`,
    (read) =>
      `[${encodeImpinj(read, (epcHex) => ({ epc: Buffer.from(epcHex, 'hex').toString('base64url') }))},`,
  ],
} as const satisfies Readonly<Record<string, readonly Encode[]>>;

export type ReaderName = keyof typeof ENCODINGS;

/** `rewound`: 1 for a read that is repeated on request. */
export function encodeUltra({ band, wall }: WrittenRead, number: number, rewound: 0 | 1): string {
  const shownMs = Date.parse(`${wall.replace(' ', 'T')}Z`) - Date.UTC(1980, 0, 1);
  return `0,${band},${Math.floor(shownMs / 1_000)},${shownMs % 1_000},1,-71,${rewound},2,1,0000,0,${number}\r`;
}

function encodeRaceResult({ band, wall }: WrittenRead, number: number): string {
  return `${number};${band};${wall.replace(' ', ';')};6692;12;-68;09ca52;1;1;1;0;5;100;23;0;D-5000;3;1;77\r\n`;
}

function encodeIpico({ band, wall }: WrittenRead, status: string, end: string): string {
  const shown = digits(wall);
  const body = `00${pad(band, 12)}0001${shown.slice(2, 14)}${hex(Number(shown.slice(14, 16))).toLowerCase()}${status}`;
  return `aa${body}${hex(sum(body)).toLowerCase()}${end}`;
}

function encodeImpinj({ band, timeMs }: WrittenRead, chip: (epcHex: string) => object): string {
  const event = { timestamp: new Date(timeMs).toISOString(), eventType: 'tagInventory' };
  return JSON.stringify({ ...event, tagInventoryEvent: { ...chip(pad(band, 8)), antennaPort: 1 } });
}

/** `20260620113205120`. */
function digits(text: string): string {
  return text.replaceAll(/\D/g, '');
}

function pad(number: number, length: number): string {
  return String(number).padStart(length, '0');
}

function hex(number: number): string {
  return number.toString(16).toUpperCase().padStart(2, '0');
}

function sum(text: string): number {
  let total = 0;
  for (const character of text) total += character.charCodeAt(0);
  return total % 256;
}
