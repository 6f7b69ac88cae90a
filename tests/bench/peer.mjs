// The usual libraries, for comparison: `emit` of Socket.IO, or a frame of `ws` prepared once for all. Answers each line
// `VERSION BYTES` with `sent`; ends with its standard input.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

import { Server } from 'socket.io';
import { Sender, WebSocketServer } from 'ws';

const http = createServer();

/** @type {Record<string, () => (news: object) => void>} */
const PEERS = {
  'Socket.IO emit'() {
    const io = new Server(http);
    return (news) => io.emit('results', news);
  },
  'ws, prepared frame'() {
    const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
    sockets.on('connection', (socket) => socket.send('hello'));
    return (news) => {
      const frame = Sender.frame(Buffer.from(JSON.stringify(news)), {
        fin: true,
        rsv1: false,
        opcode: 1,
        mask: false,
        readOnly: true,
      });
      for (const socket of sockets.clients) socket._sender.sendFrame(frame);
    };
  },
};
const send = PEERS[process.env['PEER'] ?? '']?.();

// As in the service, since a crowd exceeds Node's default of 511.
http.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  process.stdout.write(`${/** @type {import('node:net').AddressInfo} */ (http.address()).port}\n`);
});
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const [version = 0, bytes = 0] = line.split(' ').map(Number);
  send?.({ from: version - 1, version, pad: 'x'.repeat(Math.max(0, bytes - 50)) });
  process.stdout.write('sent\n');
});
lines.on('close', () => process.exit(0));
