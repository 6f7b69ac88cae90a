import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As received. */
  readonly bytes: Buffer;
  /** Decoded by its Content-Encoding. */
  readonly text: string;
}

export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The local address to connect from. */
  readonly from?: string;
}

/** Sends a request on its own connection, without normalising the path. */
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

/** Whether a port accepts connections. Sends no request: workers that are just ending would not answer it. */
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

/** Sends bytes that need not be a valid request, and returns everything received until the server closes. */
export async function writeRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let read = '';
    socket.on('data', (chunk) => (read += chunk.toString('latin1')));
    // The server may reset the connection.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(read));
    socket.write(bytes, 'latin1');
  });
}
