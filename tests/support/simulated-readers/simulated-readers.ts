import { createChronotrack, createMylaps } from './calling-readers.ts';
import type { ReaderName } from './encodings.ts';
import type { ReaderMemory, ReaderSession } from './reader-session.ts';
import { createMacsha, createRaceResult, createUltra } from './waiting-readers.ts';

/** `waits`: the scanner connects to it; `calls`: it connects to the scanner. */
interface SimulatedReader {
  readonly role: 'waits' | 'calls';
  readonly open: (memory: ReaderMemory) => ReaderSession;
}

/** The readers that keep a memory from which they resume. */
export const SIMULATED_READERS = {
  chronotrack: { role: 'calls', open: createChronotrack },
  mylaps: { role: 'calls', open: createMylaps },
  raceresult: { role: 'waits', open: createRaceResult },
  ultra: { role: 'waits', open: createUltra },
  macsha: { role: 'waits', open: createMacsha },
} satisfies Partial<Record<ReaderName, SimulatedReader>>;
