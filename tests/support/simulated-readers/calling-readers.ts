import { SECOND_MS } from '#shared/model/time.ts';

import { ENCODINGS, LOCATION } from './encodings.ts';
import { createHearing, type ReaderMemory, type ReaderSession } from './reader-session.ts';

/** Unacknowledged messages are repeated after this. */
const AGAIN_MS = 20 * SECOND_MS;

/** MYLAPS Timing & Scoring: repeats unacknowledged passings. */
export function createMylaps(memory: ReaderMemory): ReaderSession {
  let isWelcome = false;
  let sent = memory.handed;
  let progressMs = memory.now();
  const answer = (frame: string): string => {
    const [, name = '', ...values] = frame.split('@');
    if (name === 'AckPong') isWelcome = true;
    if (name === 'Ping') return `${LOCATION}@AckPing@$`;
    if (name === 'GetLocations') return `${LOCATION}@GetLocations@ln=${LOCATION}@$`;
    if (name === 'GetInfo') return `${LOCATION}@AckGetInfo@id=1|n=Simulated|bat=87@$`;
    if (name === 'AckPassing' && Number(values[0]) === memory.handed + 1) {
      memory.handed += 1;
      progressMs = memory.now();
    }
    return '';
  };
  return {
    greeting: `${LOCATION}@Pong@$`,
    hear: createHearing(/\$/, answer),
    tell() {
      if (!isWelcome) return '';
      if (sent === memory.handed) progressMs = memory.now();
      if (memory.now() - progressMs >= AGAIN_MS) {
        sent = memory.handed;
        progressMs = memory.now();
      }
      const from = sent + 1;
      sent = memory.reads.length;
      return memory.write(from, sent, ENCODINGS.mylaps[0]);
    },
  };
}

/** A ChronoTrack controller that pushes: from the beginning, or from a requested number. */
export function createChronotrack(memory: ReaderMemory): ReaderSession {
  let push: (() => string) | undefined;
  const answer = (command: string): string => {
    if (command === 'ping') return 'ack~ping\r\n';
    if (command === 'getconnectionid') return 'ack~getconnectionid~1\r\n';
    if (command === 'geteventinfo') return 'ack~geteventinfo~Practice~1~Simulated\r\n';
    if (command === 'getlocations') return `ack~getlocations~${LOCATION}\r\n`;
    const [name, , from = '1'] = command.split('~');
    if (name === 'start') push = memory.pushAfter(Number(from) - 1, ENCODINGS.chronotrack[0]);
    return '';
  };
  return {
    greeting: 'SimpleClient~1.2.3~CTP01\r\n',
    hear: createHearing(/\r\n/, answer),
    tell: () => push?.() ?? '',
  };
}
