import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { parseRedisSettings } from '#server/config/redis-settings.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What is read here of a service. */
interface Service {
  readonly image: string;
  readonly profiles?: readonly string[];
  readonly read_only?: boolean;
  readonly user?: string;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly command?: string | readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks?: { readonly default: { readonly aliases: readonly string[] } };
}

const { services } = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), {
  merge: true,
}) as { readonly services: Readonly<Record<string, Service>> };

/** Those that a start with this profile has. */
function listServices(profile?: string): string[] {
  return Object.keys(services).filter((name) => {
    const { profiles = [] } = services[name] ?? {};
    return profiles.length === 0 || (profile !== undefined && profiles.includes(profile));
  });
}

test('which services each profile has', () => {
  const plain = ['redis', 'web', 'proxy'];
  expect(listServices()).toEqual(plain);
  expect(listServices('scanner')).toEqual([...plain, 'scanner']);
  const sentinels = ['sentinel-1', 'sentinel-2', 'sentinel-3'];
  expect(listServices('fleet')).toEqual([
    ...plain,
    'web-2',
    'redis-replica',
    'redis-replica-2',
    ...sentinels,
  ]);
});

test.each(Object.entries(services))('%s is contained, bounded and pinned', (_name, one) => {
  expect(one.image).toMatch(/^[a-z]+:\d+\.\d+\.\d+(-[a-z]+)?$/);
  expect(one.read_only).toBe(true);
  expect(one.tmpfs).toContain('/tmp');
  expect(one.cap_drop).toEqual(['ALL']);
  expect(one.security_opt).toEqual(['no-new-privileges:true']);
  expect(one.mem_limit).toMatch(/^(\$\{WEB_MEMORY:-1g\}|\d+[mg])$/);
  expect(one.pids_limit).toBeGreaterThan(0);
  expect(one.logging?.options).toEqual({ 'max-size': '10m', 'max-file': '5' });
  // Only a proxy has to open a port below 1024.
  expect(one.cap_add ?? []).toEqual(one.image.startsWith('caddy') ? ['NET_BIND_SERVICE'] : []);
  expect(one.user).toBe(one.image.startsWith('redis') ? 'redis' : undefined);
});

test('no two services share a place to write', () => {
  const used = Object.values(services).flatMap((one) => one.volumes ?? []);
  expect(new Set(used).size).toBe(used.length);
});

test('all Redis keep every write, and the race’s sentinels watch them', () => {
  for (const name of ['redis', 'redis-replica', 'redis-replica-2']) {
    const command = String(services[name]?.command);
    expect(command).toContain('--appendonly yes --appendfsync always');
    expect(command).toContain('--maxmemory-policy noeviction');
    expect(command).toContain(`--replica-announce-ip ${name}`);
  }
  for (const name of ['redis-replica', 'redis-replica-2']) {
    expect(String(services[name]?.command)).toContain('--replicaof redis 6379');
  }
  const fleet = parseEnv(readFileSync(join(ROOT, 'fleet.env'), 'utf8'));
  const sentinels = listServices('fleet').filter((name) => name.startsWith('sentinel'));
  const { COMPOSE_REDIS_URL: REDIS_URL } = fleet;
  expect(parseRedisSettings({ REDIS_URL })).toMatchObject({
    // What is acknowledged outlives the master, and one of two replicas may be away.
    waitReplicas: 1,
    form: 'sentinel',
    masterName: 'race',
    nodes: sentinels.map((host) => ({ host, port: 26_379 })),
  });
  for (const name of sentinels) {
    // A majority of the three decides.
    expect(services[name]?.command?.at(-1)).toContain('sentinel monitor race redis 6379 2');
  }
  for (const name of ['web', 'web-2', 'scanner', ...sentinels]) {
    expect(services[name]?.environment).toMatchObject({
      REDIS_URL: '${COMPOSE_REDIS_URL:-redis://redis:6379}',
    });
  }
});

test('a scanner is heard by this machine alone until a port and readers are named', () => {
  expect(services['scanner']?.ports).toEqual(['${READER_PORT:-127.0.0.1:3601}:3601']);
  expect(services['scanner']?.command).toContain('--allow ${ALLOW:-127.0.0.1}');
  const published = Object.keys(services).filter((name) => services[name]?.ports);
  expect(published).toEqual(['proxy', 'scanner']);
});

test('the proxy finds both web services under one name', () => {
  expect(services['proxy']?.command).toContain('--to web:3000');
  expect(services['web-2']?.networks?.default.aliases).toEqual(['web']);
});

test('what the image is built from is pinned', () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const bases = Array.from(dockerfile.matchAll(/^FROM (\S+)/gm), ([, base = '']) => base);
  expect(bases).toHaveLength(2);
  for (const base of bases) expect(base).toMatch(/^node:\d+\.\d+\.\d+-slim$/);
});
