// What one would write with the library `ws` that cares: the frame is made once for all.
import { createServer } from 'node:http';

import { Sender, WebSocketServer } from 'ws';

import { serveLines } from './serve-lines.mjs';

const http = createServer();
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });

serveLines(http, (news) => {
  const frame = Sender.frame(Buffer.from(JSON.stringify(news)), {
    fin: true,
    rsv1: false,
    opcode: 1,
    mask: false,
    readOnly: true,
  });
  for (const socket of sockets.clients) socket._sender.sendFrame(frame);
  return sockets.clients.size;
});
