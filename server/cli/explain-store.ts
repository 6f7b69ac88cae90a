import { codeOf } from '#server/system/errors.mjs';
import type { DurationMs } from '#shared/model/time.ts';

/** What is known of a call when it fails. */
export interface StoreCall {
  readonly bucket: string;
  readonly endpoint: string;
  /** After how long without a sign of life a call ends. */
  readonly idleMs: DurationMs;
  /** After how long all calls together end. */
  readonly mostMs: DurationMs;
}

/** What stores and their client call an error, and what it means. */
const MEANINGS: readonly (readonly [RegExp, Meaning])[] = [
  [/^(EntityTooLarge|InsufficientStorage|.*StorageFull|.*QuotaExceeded)$/, 'full'],
  [/^NoSuchBucket$/, 'noBucket'],
  [/^(NoSuchKey|NotFound)$/, 'noFile'],
  [/^(RequestTimeTooSkewed|RequestExpired)$/, 'clock'],
  [/^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraint.*)$/, 'region'],
  [/^CredentialsProviderError$/, 'noKey'],
  [/^(AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken)$/, 'key'],
  [/^(SlowDown|ServiceUnavailable|InternalError|Throttling.*)$/, 'busy'],
  [/^(TimeoutError|AbortError)$/, 'silent'],
];

/** Where the code says nothing; 500 and above but for this are a store that is busy. */
const BY_STATUS: Readonly<Record<number, Meaning>> = {
  301: 'region',
  401: 'key',
  403: 'key',
  404: 'noFile',
  413: 'full',
  429: 'busy',
  507: 'full',
};

const SENTENCES = {
  full: ({ bucket }, detail) =>
    `The store has no room for the bucket ${bucket} (${detail}). Make room there or raise its quota, or name another with BACKUP_TO.`,
  noBucket: ({ bucket, endpoint }) =>
    `The store ${endpoint} has no bucket ${bucket}. Make it there, or correct BACKUP_TO.`,
  noFile: ({ bucket }) =>
    `There is no such file in the bucket ${bucket}. "npm run backup -- --list" says which there are.`,
  clock: (_call, detail) =>
    `The store refuses the time of this machine (${detail}). Let its clock take its time from the network.`,
  region: ({ bucket }, detail) =>
    `The bucket ${bucket} is in another region (${detail}). Set AWS_REGION to that one.`,
  noKey: () => 'There is no key for the store. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  key: ({ bucket }, detail) =>
    `The store refuses the key (${detail}). Look whether AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are right, and whether that key may list, read, write and delete in the bucket ${bucket}.`,
  busy: ({ endpoint }, detail) =>
    `The store ${endpoint} cannot do it now (${detail}). Try again later; its operator may say more of its state.`,
  silent: ({ endpoint, idleMs, mostMs }) =>
    `The store ${endpoint} does not answer: given up after ${tellSeconds(idleMs)} without a sign of life, or ${tellSeconds(mostMs)} in all. Look whether this machine has the internet and the store is up.`,
  away: ({ endpoint }, detail) =>
    `The store ${endpoint} cannot be reached (${detail}). Look whether this machine has the internet, and whether AWS_ENDPOINT_URL is right.`,
  strange: ({ endpoint }, detail) =>
    `The store ${endpoint} answered what is not understood (${detail}). Look whether AWS_ENDPOINT_URL is that of a store that speaks the protocol of S3.`,
} satisfies Record<string, (call: StoreCall, detail: string) => string>;
type Meaning = keyof typeof SENTENCES;

/**
 * Says why a call to a store failed and what to do. Of the answer it takes the code alone: the rest of
 * it may repeat the key and what was signed.
 */
export function explainStore(error: unknown, call: StoreCall): string {
  const name = /^[A-Za-z][\w.]{0,60}$/.exec(error instanceof Error ? error.name : '')?.[0] ?? '';
  const status = statusOf(error);
  // The client calls a cut connection a timeout, too; the system has a code for it.
  const code =
    status === undefined ? /^E[A-Z_]+$|^[A-Z]+_[A-Z_]+$/.exec(codeOf(error) ?? '')?.[0] : undefined;
  const meaning = code ? 'away' : (findMeaning(name, status) ?? 'strange');
  const detail = meaning === 'away' ? code : [status, name].filter(Boolean).join(' ');
  return SENTENCES[meaning](call, detail ?? '');
}

function findMeaning(name: string, status = 0): Meaning | undefined {
  const [, meaning] = MEANINGS.find(([names]) => names.test(name)) ?? [];
  return meaning ?? BY_STATUS[status] ?? (status >= 500 ? 'busy' : undefined);
}

/** Undefined before an answer came. */
function statusOf(error: unknown): number | undefined {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}

function tellSeconds(ms: DurationMs): string {
  return `${Math.ceil(ms / 1_000)} s`;
}
