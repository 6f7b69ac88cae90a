import { expect, test } from 'vitest';

import { readGpx } from '#client/features/setup/gpx.ts';

/** The fault of a file, or the values taken from it. */
async function read(text: string): Promise<unknown> {
  const reading = await readGpx(gpxFile(text));
  return reading.ok ? reading.value : reading.error;
}

test('a file yields length, climb and profile, but no person’s name or time', async () => {
  const text = writeGpx(
    writeWaypoint('Bwlch-y-ŵyn', 1),
    writeTrack([
      [0, 5],
      [1, 50],
    ]),
  );
  await expect(read(text)).resolves.toEqual({
    lengthM: 1001,
    climbM: 45,
    profile: {
      heights: [
        [0, 5],
        [1001, 50],
      ],
    },
  });
});

test('segments and tracks are joined; routes count where there is no track', async () => {
  const first = writeTrack(
    [[0, 1], [1]],
    [
      [2, 3],
      [3, -32_768],
    ],
  );
  const second = writeTrack([
    [3, 4],
    [4, 5],
  ]);
  const route = writeRoute([0, 6], [9, 7]);
  await expect(read(writeGpx(first, route))).resolves.toMatchObject({ lengthM: 3002 });
  await expect(read(writeGpx(first, second))).resolves.toMatchObject({ lengthM: 4003 });
  await expect(read(writeGpx(route))).resolves.toMatchObject({ lengthM: 9007 });
  await expect(read(writeGpx(writeTrack([[0], [90_000], [1]])))).resolves.toEqual({
    lengthM: 1001,
  });
});

test('a file without a track is refused with a remedy', async () => {
  const none = /^The file has no track and no route of two points\. Draw the course/;
  await expect(read(writeGpx())).resolves.toMatch(none);
  await expect(read(writeGpx(writeTrack([[0, 1]])))).resolves.toMatch(none);
  await expect(read(writeGpx(writeWaypoint('Bryn', 1)))).resolves.toMatch(none);
  const good = writeGpx(writeTrack([[0], [1]]));
  const bomb = '<!DOCTYPE gpx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
  for (const text of [
    good.slice(0, -20),
    '',
    'bib,name\n1,Siân',
    '<TrainingCenterDatabase/>',
    // Entities are never expanded.
    good.replace('<gpx', `${bomb}<gpx`),
    `<!doctype html>${good}`,
  ]) {
    await expect(read(text)).resolves.toMatch(
      /^This is not a GPX file, or it is incomplete\. Save the course as GPX/,
    );
  }
});

test('a file that is too large is refused', async () => {
  await expect(read(' '.repeat(20 * 1_024 ** 2 + 1))).resolves.toMatch(
    /^The file is larger than 20 MB\./,
  );
});

/** A place: about how many kilometres north of the start, and its height. */
type Place = readonly [north: number, height?: number];

const element = (name: string, [north, height]: Place, inner = ''): string =>
  `<${name} lat="${52 + north * 0.009}" lon="-4.8">${height === undefined ? '' : `<ele>${height}</ele>`}${inner}</${name}>`;

function writeTrack(...segments: readonly (readonly Place[])[]): string {
  const time = '<time>2026-02-01T09:00:00Z</time>';
  const all = segments.map(
    (places) => `<trkseg>${places.map((place) => element('trkpt', place, time)).join('')}</trkseg>`,
  );
  return `<trk><name>Siân Prydderch, bore Sul</name>${all.join('')}</trk>`;
}

function writeRoute(...places: readonly Place[]): string {
  return `<rte>${places.map((place) => element('rtept', place)).join('')}</rte>`;
}

function writeWaypoint(name: string, north: number): string {
  return element('wpt', [north], `<name>${name}</name>`);
}

/** A file as written by a watch, with the name of its owner and times. */
function writeGpx(...parts: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Oriawr Łukasza" xmlns="http://www.topografix.com/GPX/1/1">
<metadata><author><name>Łukasz Wójcik</name></author></metadata>${parts.join('\n')}</gpx>`;
}

function gpxFile(text: string): File {
  return new File([text], 'cwrs.gpx');
}
