import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createTempFolder } from './temp-folder.ts';

/** Paths of PEM files, for servers on 127.0.0.1. */
export interface Certificates {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** Makes an authority and one certificate for servers and clients, by default in a folder of the running test. */
export function createCertificates(dir = createTempFolder()): Certificates {
  const path = (name: string): string => join(dir, name);
  const openssl = (command: string): void =>
    void execFileSync('openssl', command.split(' '), { cwd: dir, stdio: 'pipe' });
  const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
  writeFileSync(path('names'), 'subjectAltName=IP:127.0.0.1\n');
  openssl(`req -x509 ${newKey} -days 30 -subj /CN=authority -keyout ca.key -out ca.pem`);
  openssl(`req ${newKey} -subj /CN=redis -keyout redis.key -out redis.csr`);
  openssl(
    'x509 -req -days 30 -in redis.csr -extfile names -CA ca.pem -CAkey ca.key -CAcreateserial -out redis.pem',
  );
  return { ca: path('ca.pem'), cert: path('redis.pem'), key: path('redis.key') };
}

/** Redis settings for TLS. */
export function tlsArgs({ ca, cert, key }: Certificates, port: number): string[] {
  const settings = {
    'tls-port': String(port),
    'tls-auth-clients': 'no',
    'tls-replication': 'yes',
    'tls-ca-cert-file': ca,
    'tls-cert-file': cert,
    'tls-key-file': key,
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}
