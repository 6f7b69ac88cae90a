import { forgetText, keepText, ofDevice, readText, watchText } from '#client/live/kept-texts.ts';

const TOKEN_KEY = 'splitcast.authtoken';
const DEVICE_KEY = 'splitcast.device.';

/** Where the browser keeps nothing for this site, the page does for as long as it is open. */
let onPage: string | undefined;

/** Whether the browser keeps what it is given; one that blocks cookies and site data does not. */
export function canKeepToken(): boolean {
  return readText(ofDevice, TOKEN_KEY) !== undefined;
}

/** The token of whoever is signed in at this browser. */
export function findKeptToken(): string | undefined {
  return onPage ?? readText(ofDevice, TOKEN_KEY) ?? undefined;
}

/** Keeps the token for all tabs of the browser, or failing that for this page. */
export function keepToken(token: string): void {
  onPage = keepText(ofDevice, TOKEN_KEY, token) ? undefined : token;
}

/** Forgets it at once. */
export function forgetToken(): void {
  onPage = undefined;
  forgetText(ofDevice, TOKEN_KEY);
}

/** Calls back when another tab keeps another token, or none. */
export function watchKeptToken(onChange: () => void): void {
  watchText(TOKEN_KEY, onChange);
}

/** The mark of this browser for each account that signed in here; where nothing is kept, as long as the page is open. */
const marksOnPage = new Map<string, string>();

export function findDeviceMark(email: string): string | undefined {
  const account = spellAccount(email);
  return readText(ofDevice, DEVICE_KEY + account) ?? marksOnPage.get(account);
}

export function keepDeviceMark(email: string, mark: string): void {
  const account = spellAccount(email);
  if (!keepText(ofDevice, DEVICE_KEY + account, mark)) marksOnPage.set(account, mark);
}

/** As the server spells it, near enough: a mark that is not found only means to be nobody special. */
function spellAccount(email: string): string {
  return email.trim().normalize().toLowerCase();
}
