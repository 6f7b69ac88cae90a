// The plain design: the race in memory, and a body made of it for each request, not even compressed.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** @type {unknown} */
const race = JSON.parse(await text(process.stdin));

const http = createServer((_, response) => {
  const body = JSON.stringify(race);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});
http.listen({ port: 0, host: '127.0.0.1' }, () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (http.address());
  process.stdout.write(`listening ${port}\n`);
});
