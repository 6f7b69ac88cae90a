import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As it came over the wire. */
  readonly bytes: Buffer;
  /** Decoded by its Content-Encoding. */
  readonly text: string;
}

export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An address of this machine, such as one of another network than `127.0.0.1`. */
  readonly from?: string;
}

/** Sends one request on its own connection, with the path unchanged: nothing is normalised or unpacked. */
export async function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, from }: Question = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port, ...(from === undefined ? {} : { localAddress: from }) };
    const asking = request({ ...to, path, method, headers, agent: false });
    asking.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const { statusCode: status = 0 } = response;
        resolve({
          status,
          headers: response.headers,
          bytes,
          text: decode(response.headers, bytes),
        });
      });
    });
    asking.on('error', reject);
    asking.end();
  });
}

function decode(headers: IncomingHttpHeaders, bytes: Buffer): string {
  if (bytes.length === 0) return '';
  switch (headers['content-encoding']) {
    case undefined:
      return bytes.toString();
    case 'br':
      return brotliDecompressSync(bytes).toString();
    case 'gzip':
      return gunzipSync(bytes).toString();
    default:
      throw new Error(`unexpected encoding ${headers['content-encoding']}`);
  }
}

/**
 * Whether a port takes connections. It asks for no answer: a connection that comes to workers just
 * as they end may get none before all has ended.
 */
export async function isListening(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve(false);
      else reject(error);
    });
  });
}

/** Writes bytes that need not be a request, and returns all that comes back until the server ends. */
export async function writeRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let read = '';
    socket.on('data', (chunk) => (read += chunk.toString('latin1')));
    // A reset is an answer too: the server wants to hear no more.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(read));
    socket.write(bytes, 'latin1');
  });
}
