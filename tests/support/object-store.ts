import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { StoreSettings } from '#server/config/store-settings.ts';

import { getSwiftPython } from './binaries.ts';
import { startProcess } from './process.ts';

const LOGIN = 'tests:keeper';
const SECRET = 'a-secret-of-the-tests';

/** A real store that speaks S3: OpenStack Swift, with a folder and ports of its own. */
export interface ObjectStore {
  readonly settings: StoreSettings & { readonly endpoint: string };
  /** The same for a process. */
  readonly env: Readonly<Record<string, string>>;
  readonly client: S3Client;
  /** Makes a bucket, named in the form of BACKUP_TO. */
  makeBucket(name: string): Promise<string>;
  close(): Promise<void>;
}

export async function startObjectStore(): Promise<ObjectStore> {
  const folder = mkdtempSync(join(tmpdir(), 'splitcast-store-'));
  const script = join(import.meta.dirname, 'swift-store.py');
  const swift = startProcess(getSwiftPython(), [script, folder, LOGIN, SECRET]);
  const [, port] = await swift.waitForOutput(/^port (\d+)$/m);
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: LOGIN, secretAccessKey: SECRET };
  const settings = { endpoint, region: 'us-east-1', credentials };
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  const client = new S3Client({
    ...settings,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  return {
    settings,
    env: {
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: LOGIN,
      AWS_SECRET_ACCESS_KEY: SECRET,
    },
    client,
    async makeBucket(name) {
      await client.send(new CreateBucketCommand({ Bucket: name }));
      return `s3://${name}`;
    },
    async close() {
      client.destroy();
      swift.endInput();
      await swift.exitCode;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
