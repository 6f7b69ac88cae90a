/** The zones to suggest; any other name that the browser and the server know is as good. */
export const TIME_ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')].filter(
  (zone, index, zones) => zones.indexOf(zone) === index,
);
