import { createHash } from 'node:crypto';
import { addAbortSignal, type Readable } from 'node:stream';

import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { StoreAddress, StoreSettings } from '#server/config/store-settings.ts';
import { type DurationMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import { MOST_BYTES } from './backup-file.ts';
import type { BackupPlace, PlacedFile } from './backup-place.ts';
import { CommandError } from './command.ts';
import { explainStore } from './explain-store.ts';

export interface StoreTimes {
  /** A call without a sign of life ends; the client tries it three times in all. */
  readonly idleMs: DurationMs;
  /** All calls of a command together end: an automatic backup is over before the next one. */
  readonly mostMs: DurationMs;
}

const TIMES: StoreTimes = { idleMs: 20 * SECOND_MS, mostMs: 4 * MINUTE_MS };

/** A store that speaks the protocol of S3 (COMMANDS.md BK7). */
export class StorePlace implements BackupPlace {
  readonly label: string;
  readonly #address: StoreAddress;
  readonly #endpoint: string;
  readonly #client: S3Client;
  readonly #times: StoreTimes;
  readonly #tooLate: AbortSignal;
  /** Rejects then; also what the client waits for before it sends anything, such as a key, ends so. */
  readonly #late: Promise<never>;

  constructor(
    address: StoreAddress,
    { endpoint, region, credentials }: StoreSettings,
    times = TIMES,
  ) {
    this.#address = address;
    this.#endpoint = endpoint ?? 'of AWS';
    this.#times = times;
    this.#tooLate = AbortSignal.timeout(times.mostMs);
    this.#late = new Promise((_resolve, reject) =>
      this.#tooLate.addEventListener('abort', () => reject(this.#tooLate.reason as Error)),
    );
    this.#late.catch(() => undefined);
    this.label = ['s3:/', address.bucket, address.prefix].filter(Boolean).join('/');
    // Standard error is for what a user has to do.
    process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
    this.#client = new S3Client({
      region,
      ...(credentials && { credentials }),
      // Stores other than that of AWS seldom have a name for each bucket.
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      // Several of them refuse the checksums behind the content; what is put is signed by its SHA-256 anyway.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: times.idleMs, socketTimeout: times.idleMs },
    });
  }

  addressOf(name: string): string {
    return `${this.label}/${name}`;
  }

  async list(start: string): Promise<readonly PlacedFile[]> {
    const Prefix = this.#keyOf(start);
    const files: PlacedFile[] = [];
    let more: string | undefined;
    do {
      const page = await this.#ask((abortSignal) => {
        const order = {
          ...this.#bucket,
          Prefix,
          ...(more !== undefined && { ContinuationToken: more }),
        };
        return this.#client.send(new ListObjectsV2Command(order), { abortSignal });
      });
      for (const { Key = '', Size = 0 } of page.Contents ?? []) {
        files.push({ name: Key.slice(Prefix.length - start.length), bytes: Size });
      }
      more = page.NextContinuationToken;
    } while (more !== undefined);
    return files;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#ask((abortSignal) => {
      const Metadata = { sha256: hash(bytes) };
      const order = { ...this.#bucket, Key: this.#keyOf(name), Body: bytes, Metadata };
      return this.#client.send(new PutObjectCommand(order), { abortSignal });
    });
  }

  async get(name: string): Promise<Uint8Array> {
    const { bytes, sha256 } = await this.#ask(async (abortSignal) => {
      const order = { ...this.#bucket, Key: this.#keyOf(name) };
      const { Body, Metadata } = await this.#client.send(new GetObjectCommand(order), {
        abortSignal,
      });
      const read = await readAll(
        addAbortSignal(abortSignal, Body as Readable),
        this.addressOf(name),
      );
      return { bytes: read, sha256: Metadata?.['sha256'] };
    });
    // Who put it there with another tool may have left the sum out; its parts have theirs.
    if (sha256 !== undefined && sha256 !== hash(bytes)) {
      throw new CommandError(
        `${this.addressOf(name)} did not come as it was put there: its SHA-256 is another. Try again, or take another backup.`,
      );
    }
    return bytes;
  }

  async confirm(): Promise<void> {
    // An object has no time that can be set: the note in the record says so (StoredBackup).
  }

  async remove(name: string): Promise<void> {
    await this.#ask((abortSignal) => {
      const order = { ...this.#bucket, Key: this.#keyOf(name) };
      return this.#client.send(new DeleteObjectCommand(order), { abortSignal });
    });
  }

  close(): void {
    this.#client.destroy();
  }

  get #bucket(): { readonly Bucket: string } {
    return { Bucket: this.#address.bucket };
  }

  #keyOf(name: string): string {
    const { prefix } = this.#address;
    return prefix === '' ? name : `${prefix}/${name}`;
  }

  /** Ends in time, whatever the store does. */
  async #ask<T>(call: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await Promise.race([call(this.#tooLate), this.#late]);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      const { bucket } = this.#address;
      const message = explainStore(error, { bucket, endpoint: this.#endpoint, ...this.#times });
      throw new CommandError(message, { cause: error });
    }
  }
}

async function readAll(body: Readable, address: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MOST_BYTES) throw new CommandError(`${address} is far too large for a backup.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
