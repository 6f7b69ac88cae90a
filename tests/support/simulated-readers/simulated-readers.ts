import { createChronotrack, createJchip, createMylaps } from './calling-readers.ts';
import type { ReaderName } from './encodings.ts';
import type { ReaderMemory, ReaderSession } from './reader-session.ts';
import { createIpico, createMacsha, createRaceResult, createUltra } from './waiting-readers.ts';

export type SimulatedReader =
  | {
      /** `waits`: the scanner connects to it; `calls`: it connects to the scanner. */
      readonly role: 'waits' | 'calls';
      readonly open: (memory: ReaderMemory) => ReaderSession;
    }
  /** It connects, and posts its reads by HTTP. */
  | { readonly role: 'calls'; readonly open: undefined };

export const SIMULATED_READERS: Readonly<Record<ReaderName, SimulatedReader>> = {
  chronotrack: { role: 'calls', open: createChronotrack },
  mylaps: { role: 'calls', open: createMylaps },
  raceresult: { role: 'waits', open: createRaceResult },
  ipico: { role: 'waits', open: createIpico },
  ultra: { role: 'waits', open: createUltra },
  macsha: { role: 'waits', open: createMacsha },
  jchip: { role: 'calls', open: createJchip },
  impinj: { role: 'calls', open: undefined },
};
