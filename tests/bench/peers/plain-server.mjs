// The plain design: the race in memory, and Express makes a body of it for each request.
import { text } from 'node:stream/consumers';

import express from 'express';

/** @type {unknown} */
const race = JSON.parse(await text(process.stdin));

const app = express();
app.get('/api', (_, res) => res.json(race));
const http = app.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (http.address());
  process.stdout.write(`listening ${port}\n`);
});
