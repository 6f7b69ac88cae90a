import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { readGpx } from '#client/features/setup/read-gpx.ts';

import { gpxFile, writeGpx, writeRoute, writeTrack, writeWaypoint } from './support/gpx.ts';

/** What is wrong with a file, or what is taken of it. */
async function read(text: string, name?: string): Promise<unknown> {
  const reading = await readGpx(gpxFile(text, name));
  return reading.ok ? reading.value : reading.error;
}
const heightsOf = async (text: string): Promise<unknown> => {
  const reading = await readGpx(gpxFile(text));
  return reading.ok
    ? reading.value.ways.map((way) => way.map(({ heightM }) => heightM))
    : reading.error;
};

test('[SS11] of a file places and names of waypoints are taken: nobody’s name, and no time', async () => {
  const text = writeGpx(
    writeWaypoint('Bwlch-y-ŵyn', 1),
    writeTrack([
      [0, 5],
      [1, 50],
    ]),
  );
  expect(await read(text)).toEqual({
    ways: [
      [
        { lat: 52, lon: -4.8, heightM: 5 },
        { lat: 52.009, lon: -4.8, heightM: 50 },
      ],
    ],
    waypoints: [{ name: 'Bwlch-y-ŵyn', lat: 52.009, lon: -4.8 }],
  });
});

test('[SS11] segments follow each other; of several tracks there is each, and all of them; routes count where no track is', async () => {
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
  expect(await heightsOf(writeGpx(first, route))).toEqual([[1, undefined, 3, undefined]]);
  expect(await heightsOf(writeGpx(first, second))).toEqual([
    [1, undefined, 3, undefined],
    [4, 5],
    [1, undefined, 3, undefined, 4, 5],
  ]);
  expect(await heightsOf(writeGpx(route))).toEqual([[6, 7]]);
  expect(await heightsOf(writeGpx(writeTrack([[0], [90_000], [1]])))).toEqual([
    [undefined, undefined],
  ]);
});

test('[SS11] whatever is no track is refused with what to do', async () => {
  const none = /^The file has no track and no route of two points\. Draw the course/;
  expect(await read(writeGpx())).toMatch(none);
  expect(await read(writeGpx(writeTrack([[0, 1]])))).toMatch(none);
  expect(await read(writeGpx(writeWaypoint('Bryn', 1)))).toMatch(none);
  const good = writeGpx(writeTrack([[0], [1]]));
  expect(await read(good.slice(0, -20))).toMatch(/^The file is no GPX, or breaks off\. Save/);
  expect(await read('')).toMatch(/^The file is no GPX/);
  expect(await read('bib,name\n1,Siân')).toMatch(/^The file is no GPX/);
  expect(await read('<TrainingCenterDatabase/>')).toMatch(
    /^This is no GPX file, but one of “TrainingCenterDatabase”\. Save the course as GPX/,
  );
  expect(await read(good, 'rhedeg.TCX')).toMatch(/^This is a TCX file\. Save the course as GPX/);
  expect(await read(good, 'rhedeg.fit')).toMatch(/^This is a FIT file\. Save the course as GPX/);
});

test('[SS11] entities are never written out, and what is too much is not taken', async () => {
  const bomb = '<!DOCTYPE gpx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
  const good = writeGpx(writeTrack([[0], [1]]));
  for (const text of [good.replace('<gpx', `${bomb}<gpx`), `<!doctype html>${good}`]) {
    expect(await read(text)).toMatch(
      /^The file has declarations \(<!DOCTYPE\) that no GPX file has/,
    );
  }
  expect(await read(' '.repeat(20 * 1_024 ** 2 + 1))).toMatch(/^The file is larger than 20 MB\./);
  const tracks = Array.from({ length: 51 }, () => writeTrack([[0], [1]]));
  expect(await read(writeGpx(...tracks))).toMatch(
    /^The file has more than 200000 points, 50 tracks/,
  );
});

test('[SS11] a file of a whole course is read, with the names of its points', async () => {
  const text = readFileSync(new URL('../fixtures/cwm-dychymyg.gpx', import.meta.url), 'utf8');
  const reading = await readGpx(gpxFile(text));
  if (!reading.ok) throw new Error(reading.error);
  const { ways, waypoints } = reading.value;
  expect(ways.map(({ length }) => length)).toEqual([241]);
  expect(waypoints.map(({ name }) => name)).toEqual(['Pont y Dŵr', 'Bwlch Łąka', 'Copa’r Ŵyn']);
});
