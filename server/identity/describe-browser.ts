/** How much of a header is looked at. */
const MAX_LENGTH = 400;

/** By what its `User-Agent` holds, the first that fits: most name those whose ways they have, too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOP(?:R|T|X)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.* Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * A browser by its header `User-Agent`, in words a person knows it by: `Chrome on Android`, at most 30 letters. Empty
 * for a program that says neither what it is nor where it runs. What it says proves nothing.
 */
export function describeBrowser(userAgent: string): string {
  const browser = find(BROWSERS, userAgent);
  const system = find(SYSTEMS, userAgent);
  if (system === undefined) return browser ?? '';
  return `${browser ?? 'A browser'} on ${system}`;
}

function find(
  names: readonly (readonly [RegExp, string])[],
  userAgent: string,
): string | undefined {
  const text = userAgent.slice(0, MAX_LENGTH);
  return names.find(([form]) => form.test(text))?.[1];
}
