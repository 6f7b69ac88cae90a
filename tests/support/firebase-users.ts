import { randomUUID } from 'node:crypto';

/** Of the emulator that the tests start. */
export const EMULATOR_HOST = process.env['FIREBASE_AUTH_EMULATOR_HOST'] ?? '';
export const EMULATED_PROJECT = process.env['FIREBASE_PROJECT_ID'] ?? '';

/** Settings for accounts at the emulator; the test adds ORGANISER_EMAILS. */
export const FIREBASE_SETTINGS = {
  AUTH: 'firebase',
  FIREBASE_PROJECT_ID: EMULATED_PROJECT,
  FIREBASE_API_KEY: 'any',
  FIREBASE_AUTH_DOMAIN: `${EMULATED_PROJECT}.firebaseapp.com`,
  FIREBASE_AUTH_EMULATOR_HOST: EMULATOR_HOST,
};

const API = `http://${EMULATOR_HOST}/identitytoolkit.googleapis.com/v1`;
/** Of every account made here. */
export const FIREBASE_PASSWORD = 'pedol arian';

/** An account at the emulator. */
export interface FirebaseUser {
  readonly uid: string;
  readonly email: string;
  /** Signs in as the page does, and returns a new ID token. */
  signIn(): Promise<string>;
  /** Changes the account, as the project's owner. */
  update(change: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Signs up with an unused address. */
export async function signUp(name = 'mari'): Promise<FirebaseUser> {
  const email = `${name}-${randomUUID().slice(0, 8)}@example.org`;
  const form = { email, password: FIREBASE_PASSWORD, returnSecureToken: true };
  const { localId } = await post(`${API}/accounts:signUp?key=any`, form);
  return {
    uid: String(localId),
    email,
    async signIn() {
      const { idToken } = await post(`${API}/accounts:signInWithPassword?key=any`, form);
      return String(idToken);
    },
    async update(change) {
      await post(`${API}/projects/${EMULATED_PROJECT}/accounts:update`, { localId, ...change });
    },
  };
}

/** The links that Firebase mailed to an address, oldest first; the emulator keeps them instead. */
export async function listMailedLinks(email: string): Promise<string[]> {
  const answer = await fetch(
    `http://${EMULATOR_HOST}/emulator/v1/projects/${EMULATED_PROJECT}/oobCodes`,
  );
  const { oobCodes } = (await answer.json()) as {
    oobCodes: readonly { readonly email: string; readonly oobLink: string }[];
  };
  return oobCodes.filter((code) => code.email === email).map(({ oobLink }) => oobLink);
}

async function post(url: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}
