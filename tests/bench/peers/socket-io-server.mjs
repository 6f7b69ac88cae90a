// Socket.IO as it comes: its defaults, and `emit` to all.
import { createServer } from 'node:http';

import { Server } from 'socket.io';

import { serveLines } from './serve-lines.mjs';

const http = createServer();
const io = new Server(http);

serveLines(http, (news) => {
  io.emit('results', news);
  return io.of('/').sockets.size;
});
