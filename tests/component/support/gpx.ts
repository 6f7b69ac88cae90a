/** A place: about how many kilometres north of the start, and its height. */
type Place = readonly [north: number, height?: number];

const element = (name: string, [north, height]: Place, inner = ''): string =>
  `<${name} lat="${52 + north * 0.009}" lon="-4.8">${height === undefined ? '' : `<ele>${height}</ele>`}${inner}</${name}>`;

export function writeTrack(...segments: readonly (readonly Place[])[]): string {
  const time = '<time>2026-02-01T09:00:00Z</time>';
  const all = segments.map(
    (places) => `<trkseg>${places.map((place) => element('trkpt', place, time)).join('')}</trkseg>`,
  );
  return `<trk><name>Siân Prydderch, bore Sul</name>${all.join('')}</trk>`;
}

export function writeRoute(...places: readonly Place[]): string {
  return `<rte>${places.map((place) => element('rtept', place)).join('')}</rte>`;
}

export function writeWaypoint(name: string, north: number): string {
  return element('wpt', [north], `<name>${name}</name>`);
}

/** A file as written by a watch, with the name of its owner and times. */
export function writeGpx(...parts: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Oriawr Łukasza" xmlns="http://www.topografix.com/GPX/1/1">
<metadata><author><name>Łukasz Wójcik</name></author></metadata>${parts.join('\n')}</gpx>`;
}

export function gpxFile(text: string): File {
  return new File([text], 'cwrs.gpx');
}
