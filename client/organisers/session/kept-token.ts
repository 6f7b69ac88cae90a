import { forgetText, keepText, ofDevice, readText, watchText } from '#client/live/kept-texts.ts';

const TOKEN_KEY = 'splitcast.authtoken';
const DEVICE_KEY = 'splitcast.device.';

/** Used where the browser keeps nothing for this site, until the page closes. */
let onPage: string | undefined;

/** Whether the browser keeps a token; one that blocks cookies and site data does not. */
export function canKeepToken(): boolean {
  return readText(ofDevice, TOKEN_KEY) !== undefined;
}

/** The token of the organiser who is signed in at this browser. */
export function findKeptToken(): string | undefined {
  return onPage ?? readText(ofDevice, TOKEN_KEY) ?? undefined;
}

/** Keeps the token for all tabs of the browser, or failing that for this page. */
export function keepToken(token: string): void {
  onPage = keepText(ofDevice, TOKEN_KEY, token) ? undefined : token;
}

export function forgetToken(): void {
  onPage = undefined;
  forgetText(ofDevice, TOKEN_KEY);
}

/** Calls back when another tab changes or removes the token. */
export function watchKeptToken(onChange: () => void): void {
  watchText(TOKEN_KEY, onChange);
}

/** The mark of this browser for each account that signed in here, for browsers that keep nothing. */
const marksOnPage = new Map<string, string>();

export function findDeviceMark(email: string): string | undefined {
  const account = spellAccount(email);
  return readText(ofDevice, DEVICE_KEY + account) ?? marksOnPage.get(account);
}

export function keepDeviceMark(email: string, mark: string): void {
  const account = spellAccount(email);
  if (!keepText(ofDevice, DEVICE_KEY + account, mark)) marksOnPage.set(account, mark);
}

/** About as the server normalises it: without its mark a browser only counts as unknown. */
function spellAccount(email: string): string {
  return email.trim().normalize().toLowerCase();
}
