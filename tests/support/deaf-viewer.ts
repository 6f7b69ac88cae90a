import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

import { onTestFinished } from 'vitest';

/**
 * Joins the public namespace, waits for `hello`, and receives nothing more, like a phone in a tunnel. It can still send
 * texts of fewer than 126 bytes.
 */
export async function connectDeafViewer(port: number): Promise<{ send(text: string): void }> {
  const socket = await joinByHand(port);
  socket.pause();
  // Sending on a broken connection emits an error.
  socket.on('error', () => undefined);
  return { send: (text) => void socket.write(encodeFrame(text)) };
}

/** Opens a websocket without Socket.IO's client, joins the public namespace, and waits for `hello`. */
export async function joinByHand(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      '\r\n',
    ].join('\r\n'),
  );
  await readUntil(socket, '"sid"');
  socket.write(encodeFrame('40'));
  await readUntil(socket, '["hello"');
  return socket;
}

function readUntil(socket: Socket, text: string): Promise<void> {
  let read = '';
  return new Promise((resolve, reject) => {
    const onData = (bytes: Buffer): void => {
      read += bytes.toString('latin1');
      if (!read.includes(text)) return;
      socket.off('data', onData);
      resolve();
    };
    socket.on('data', onData);
    socket.once('error', reject);
  });
}

/** A client's masked frame of fewer than 126 bytes: text, or binary for bytes. */
export function encodeFrame(content: string | Uint8Array): Buffer {
  const payload = Buffer.from(content as Uint8Array);
  const opcode = typeof content === 'string' ? 1 : 2;
  const mask = randomBytes(4);
  const masked = payload.map((byte, i) => byte ^ (mask[i % 4] ?? 0));
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length]), mask, masked]);
}
