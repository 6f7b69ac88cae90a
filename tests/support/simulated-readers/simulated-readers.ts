import { createChronotrack, createJchip, createMylaps } from './calling-readers.ts';
import type { ReaderName } from './encodings.ts';
import type { ReaderMemory, ReaderSession } from './reader-session.ts';
import { createIpico, createMacsha, createRaceResult, createUltra } from './waiting-readers.ts';

/** `waits`: the scanner connects to it; `calls`: it connects to the scanner. */
interface SimulatedReader {
  readonly role: 'waits' | 'calls';
  readonly open: (memory: ReaderMemory) => ReaderSession;
}

/** All except those that send reads by HTTP. */
export const SIMULATED_READERS = {
  chronotrack: { role: 'calls', open: createChronotrack },
  mylaps: { role: 'calls', open: createMylaps },
  raceresult: { role: 'waits', open: createRaceResult },
  ipico: { role: 'waits', open: createIpico },
  ultra: { role: 'waits', open: createUltra },
  macsha: { role: 'waits', open: createMacsha },
  jchip: { role: 'calls', open: createJchip },
} satisfies Partial<Record<ReaderName, SimulatedReader>>;
