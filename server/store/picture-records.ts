import { createHash } from 'node:crypto';

import * as z from 'zod/mini';

import {
  DEFAULT_PICTURES,
  nameVersion,
  PICTURE_NAMES,
  type PictureName,
  type PictureVersions,
} from '#shared/model/race-config.ts';

import { parseAs } from './codec.ts';
import { commit } from './commit.ts';
import type { RaceKeys } from './keys.ts';
import { StoredRecords, type RedisClient } from './redis-connection.ts';

export interface StoredPicture {
  readonly version: string;
  readonly bytes: Buffer;
}

/** The versions of a stored upload and of the race. */
export interface PutPicture {
  readonly pictureVersion: string;
  readonly version: number;
}

/** Stored apart from the bytes, since every load of the race reads it. */
const pictureNote = z.object({ version: z.string().check(z.minLength(1)), size: z.number() });

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_SIZE_AT = 16;

/** A version derived from the content; for a PNG, as logos are, it also has the size. */
function findPictureVersion(bytes: Buffer): string {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 20);
  const isPng = bytes.length >= PNG_SIZE_AT + 8 && bytes.subarray(0, 8).equals(PNG_SIGNATURE);
  if (!isPng) return hash;
  return nameVersion(hash, {
    width: bytes.readUInt32BE(PNG_SIZE_AT),
    height: bytes.readUInt32BE(PNG_SIZE_AT + 4),
  });
}

/** The uploaded pictures. */
export class PictureRecords extends StoredRecords {
  /** Replaces a picture; of two at the same time the later one wins. */
  async put(name: PictureName, bytes: Buffer, by: string): Promise<PutPicture> {
    const { assets } = this.keys;
    const version = findPictureVersion(bytes);
    const note = { version, size: bytes.length };
    const outcome = await commit(this.client, this.keys, {
      set: [
        { key: assets, field: name, value: JSON.stringify(note) },
        { key: assets, field: bytesField(name), value: bytes.toString('base64') },
      ],
      ops: [{ op: 'put-asset', name, version }],
      audit: { by, action: name, after: note },
    });
    if (!outcome.ok) throw new Error('A commit that expects nothing was refused.');
    return { pictureVersion: version, version: outcome.value.version };
  }

  async find(name: PictureName): Promise<StoredPicture | undefined> {
    const fields = [name, bytesField(name)];
    const [note, bytes] = await this.client.hmGet(this.keys.assets, fields);
    const { version } = parseAs(pictureNote, note) ?? {};
    if (version === undefined || !bytes) return undefined;
    return { version, bytes: Buffer.from(bytes, 'base64') };
  }
}

/** The versions of all pictures; the default one in place of an unreadable upload. */
export async function readPictureVersions(
  client: RedisClient,
  keys: RaceKeys,
  onUnreadable: (field: string, reason: string) => void,
): Promise<PictureVersions> {
  const notes = await client.hmGet(keys.assets, [...PICTURE_NAMES]);
  const known = PICTURE_NAMES.flatMap((name, index) => {
    const note = notes[index];
    if (note === null || note === undefined) return [];
    const { version } = parseAs(pictureNote, note) ?? {};
    if (version === undefined) onUnreadable(name, 'is no picture: upload it again');
    return version === undefined ? [] : [[name, version]];
  });
  return { ...DEFAULT_PICTURES, ...(Object.fromEntries(known) as Partial<PictureVersions>) };
}

function bytesField(name: PictureName): string {
  return `${name}:bytes`;
}
