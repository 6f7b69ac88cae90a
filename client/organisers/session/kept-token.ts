const TOKEN_KEY = 'splitcast.authtoken';

/** Where the browser keeps nothing for this site, the page does for as long as it is open. */
let onPage: string | undefined;

/** Whether the browser keeps what it is given; one that blocks cookies and site data does not. */
export function canKeepToken(): boolean {
  try {
    localStorage.getItem(TOKEN_KEY);
    return true;
  } catch {
    return false;
  }
}

/** The token of whoever is signed in at this browser. */
export function findKeptToken(): string | undefined {
  return onPage ?? (canKeepToken() ? (localStorage.getItem(TOKEN_KEY) ?? undefined) : undefined);
}

/** Keeps the token for all tabs of the browser, or failing that for this page. */
export function keepToken(token: string): void {
  onPage = undefined;
  try {
    localStorage.setItem(TOKEN_KEY, token);
  } catch {
    onPage = token;
  }
}

/** Forgets it at once. */
export function forgetToken(): void {
  onPage = undefined;
  if (canKeepToken()) localStorage.removeItem(TOKEN_KEY);
}

/** Calls back when another tab keeps another token, or none. */
export function watchKeptToken(onChange: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === TOKEN_KEY || key === null) onChange();
  });
}
