import { createServer, type Socket } from 'node:net';

import { listenInTest } from './listen.ts';

/** A sentinel that answers who the master is only when it is let. */
export interface HeldSentinel {
  readonly url: string;
  /** How often it was asked who the master is. */
  readonly asked: number;
  /** How often a client subscribed to failovers. */
  readonly subscribed: number;
  /** Whether such a request is answered; not unless told. */
  hear(isHeard: boolean): void;
  /** Ends all connections. */
  drop(): void;
  /** Answers what it was asked, and from now on at once. */
  release(): void;
}

/** Stands for a sentinel that knows one master, a Redis on this port; ended with the test. */
export async function startHeldSentinel(masterPort: number): Promise<HeldSentinel> {
  const held: (() => void)[] = [];
  let asked = 0;
  let isHeld = true;
  let subscribed = 0;
  let isHeard = false;
  const sockets = new Set<Socket>();
  const answerMaster = (socket: Socket): void => {
    const port = String(masterPort);
    socket.write(`*2\r\n$9\r\n127.0.0.1\r\n$${port.length}\r\n${port}\r\n`);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      // Each command is an array of its own: its head tells how many there are.
      for (const command of bytes.toString().split(/(?=\*\d+\r\n)/)) {
        const words = command.toLowerCase();
        if (words.includes('get-master-addr-by-name')) {
          asked += 1;
          if (isHeld) held.push(() => answerMaster(socket));
          else answerMaster(socket);
        } else if (words.includes('hello')) {
          socket.write("-ERR unknown command 'HELLO'\r\n");
        } else if (words.includes('subscribe')) {
          subscribed += 1;
          if (isHeard) socket.write('*3\r\n$9\r\nsubscribe\r\n$14\r\n+switch-master\r\n:1\r\n');
        } else {
          socket.write('+OK\r\n');
        }
      }
    });
  });
  const port = await listenInTest(server);
  return {
    url: `redis+sentinel://127.0.0.1:${port}/race`,
    get asked() {
      return asked;
    },
    get subscribed() {
      return subscribed;
    },
    hear(heard) {
      isHeard = heard;
    },
    drop() {
      for (const socket of sockets) socket.destroy();
    },
    release() {
      isHeld = false;
      for (const answer of held.splice(0)) answer();
    },
  };
}
