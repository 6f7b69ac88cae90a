import { deflateSync } from 'node:zlib';

import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { writePngChunk } from '#tests/support/png-chunk.ts';
import { SHIPPED_LOGO } from '#tests/support/start-web.ts';

const openRace = provideOrganisersRace();

async function paint(format: 'png' | 'jpeg', width: number, height: number) {
  const create = {
    width,
    height,
    channels: 4,
    background: { r: 9, g: 107, b: 69, alpha: 0.5 },
  } as const;
  return sharp({ create }).toFormat(format).toBuffer();
}

const SCRIPT = Buffer.from('<script>alert(document.cookie)</script>');
let png: Buffer;
let jpeg: Buffer;

beforeAll(async () => {
  png = await paint('png', 600, 300);
  jpeg = await paint('jpeg', 3_000, 1_500);
});

test('[CL28 CL11 CL4] an uploaded logo is served by every instance at once, re-encoded and with an ETag', async () => {
  const race = await openRace();
  const [here, there] = [await race.serve(), await race.serve()];
  const sent = Buffer.concat([png, SCRIPT]);
  const { body } = await here
    .as(race.admin)
    .post('/upload-image')
    .attach('image', sent, 'logo.png')
    .expect(200);
  const { version } = body as { version: string };
  expect(body).toEqual({ picture: 'logo', version });

  for (const instance of [here, there, await race.serve()]) {
    const served = await eventually(async () => {
      const answer = await instance.http.get('/logo.png').buffer(true);
      expect(answer.headers['etag']).toBe(`"${version}"`);
      return answer;
    });
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
      'cache-control': 'public, max-age=0, must-revalidate',
    });
    const bytes = served.body as Buffer;
    expect(bytes.includes('script')).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 512, height: 256 });
    await instance.http.get('/logo.png').set('If-None-Match', `"${version}"`).expect(304);
    const versioned = await instance.http.get(`/logo.png?v=${version}`);
    expect(versioned.headers['cache-control']).toContain('immutable');
    const config = await instance.http.get('/config');
    expect(config.body).toMatchObject({ pictures: { logo: version, background: '' } });
  }
});

test('[CL28] an uploaded background is stored upright, at most 2,400 pixels wide and without its metadata', async () => {
  const race = await openRace();
  const { as, http } = await race.serve();
  const photo = await sharp(jpeg)
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '52/1 0/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const upload = as(race.admin).post('/upload-background');
  await upload.attach('image', photo, 'Hafan – Trefdraeth.jpg').expect(200);
  const { body } = await http.get('/background.jpg').expect('Content-Type', 'image/jpeg');
  const kept = await sharp(body as Buffer).metadata();
  expect(kept).toMatchObject({ format: 'jpeg', width: 1_200, height: 2_400 });
  expect(kept.exif).toBeUndefined();
  await http.head('/background.jpg').expect(200);
});

describe('[CL28] refused pictures change nothing', () => {
  const logo = '/upload-image';
  const background = '/upload-background';
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');

  test.each<[string, string, string, () => Promise<Buffer>, number]>([
    ['SVG', logo, 'logo.png', async () => svg, 415],
    ['a JPEG as the logo', logo, 'logo.png', async () => jpeg, 415],
    ['a PNG as the background', background, 'b.jpg', async () => png, 415],
    ['a truncated JPEG', background, 'b.jpg', async () => jpeg.subarray(0, jpeg.length / 2), 400],
    ['a head of 20 megapixels', logo, 'logo.png', async () => writePng(5_000, 4_000), 413],
    ['6 MB', logo, 'logo.png', async () => Buffer.concat([png, Buffer.alloc(6 * 2 ** 20)]), 413],
  ])('%s', async (_name, path, fileName, make, status) => {
    const race = await openRace();
    const { as, http } = await race.serve();
    const before = await race.store.readRecord();
    const answer = await as(race.admin)
      .post(path)
      .attach('image', await make(), fileName);
    expect({ status: answer.status, type: answer.type }).toEqual({ status, type: 'text/plain' });
    expect(answer.text).toMatch(/^[A-Z].*\.$/);
    expect(await race.store.readRecord()).toEqual(before);
    expect((await http.get('/logo.png').buffer(true)).body.toString()).toBe(SHIPPED_LOGO);
  });

  test.each([
    ['no form', (request: Upload) => request.send({ image: 'x' })],
    [
      'two files',
      (request: Upload) => request.attach('image', png, 'a.png').attach('image', png, 'b.png'),
    ],
    [
      'a form cut off',
      (request: Upload) =>
        request
          .set('Content-Type', 'multipart/form-data; boundary=x')
          .send('--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nabc'),
    ],
  ])('%s', async (_name, fill) => {
    const race = await openRace();
    const { as } = await race.serve();
    const { status, type, text } = await fill(as(race.admin).post(logo));
    expect([status, type, text]).toEqual([400, 'text/plain', expect.stringMatching(/^[A-Z].*\.$/)]);
  });

  test('and after them a good picture is taken', async () => {
    const race = await openRace();
    const { as } = await race.serve();
    const uploads = [png.subarray(0, 99), png, png.subarray(0, 99), png].map((bytes) =>
      as(race.admin).post(logo).attach('image', bytes, 'logo.png'),
    );
    const answers = await Promise.all(uploads);
    expect(answers.map(({ status }) => status)).toEqual([400, 200, 400, 200]);
  });
});

type Upload = ReturnType<
  Awaited<ReturnType<Awaited<ReturnType<typeof openRace>>['serve']>>['http']['post']
>;

/** A PNG with a size in its header and no pixels. */
function writePng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits, red, green and blue.
  head.set([8, 2], 8);
  const pixels = writePngChunk('IDAT', deflateSync(Buffer.alloc(1)));
  const end = writePngChunk('IEND', Buffer.alloc(0));
  return Buffer.concat([png.subarray(0, 8), writePngChunk('IHDR', head), pixels, end]);
}
