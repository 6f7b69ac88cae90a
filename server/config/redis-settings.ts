import { withoutPassword } from '#server/system/redis-address.mjs';

import { SettingError, text, wholeNumber, type RawEnv } from './read-setting.ts';

export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** The content of a REDIS_URL. */
interface RedisAddress {
  readonly form: 'server' | 'sentinel' | 'cluster';
  readonly isEncrypted: boolean;
  /** The server, the sentinels, or some nodes of the cluster. */
  readonly nodes: readonly RedisNode[];
  /** Of a server on a unix socket; then `nodes` is ignored. */
  readonly socketPath: string | undefined;
  /** The name of the master at the sentinels; empty in the other forms. */
  readonly masterName: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
}

/** The address and credentials of Redis, the same for all processes (docs/redis.md). */
export interface RedisSettings extends RedisAddress {
  /** The login at the sentinels, which have users of their own. */
  readonly sentinelUsername: string | undefined;
  readonly sentinelPassword: string | undefined;
  /** The number of replicas that must have a change before it is acknowledged. */
  readonly waitReplicas: number;
}

/** Checks the settings of Redis. Throws {@link SettingError}. */
export function parseRedisSettings(env: RawEnv): RedisSettings {
  const given = text(env, 'REDIS_URL', '');
  const form = findForm(given);
  const address = given.startsWith('unix:') ? parseSocket(given) : parseAddress(given, form);
  if (!address) throw new SettingError('REDIS_URL', withoutPassword(given), FORMS[form].example);
  // With sentinels a replica may become the master at any time.
  const usualReplicas = form === 'sentinel' ? 1 : 0;
  return {
    ...address,
    sentinelUsername: text(env, 'REDIS_SENTINEL_USERNAME', '') || undefined,
    sentinelPassword: text(env, 'REDIS_SENTINEL_PASSWORD', '') || undefined,
    waitReplicas: wholeNumber(env, 'REDIS_WAIT_REPLICAS', usualReplicas, 0, 10),
  };
}

/** The address for people, without the password. */
export function describeRedis({ form, nodes, socketPath, masterName }: RedisAddress): string {
  if (socketPath !== undefined) return socketPath;
  const hosts = nodes.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`);
  return form === 'sentinel' ? `${masterName} of ${hosts.join()}` : hosts.join();
}

/** Whether it is one server on this machine. */
export function isOnThisMachine({ form, nodes }: RedisAddress): boolean {
  return form === 'server' && nodes.every(({ host }) => /^(localhost|127\.[\d.]+|::1)$/.test(host));
}

/** The parts of each form, and an example. */
const FORMS = {
  server: {
    usualPort: 6379,
    pathForm: /^\d{0,4}$/,
    example: 'an address such as redis://127.0.0.1:6379',
  },
  sentinel: {
    usualPort: 26_379,
    pathForm: /^[\w.-]{1,100}$/,
    example:
      'the sentinels and the name of their master, such as redis+sentinel://host1:26379,host2:26379,host3:26379/race',
  },
  cluster: {
    usualPort: 6379,
    pathForm: /^$/,
    example: 'nodes of the cluster and no database, such as redis+cluster://host1:7000,host2:7000',
  },
};

function findForm(given: string): RedisAddress['form'] {
  if (/^rediss?\+sentinel:/.test(given)) return 'sentinel';
  return /^rediss?\+cluster:/.test(given) ? 'cluster' : 'server';
}

/** `unix:///path/of/socket`. */
function parseSocket(given: string): RedisAddress | undefined {
  const socketPath = decode(/^unix:\/\/(\/[^?#]+)$/.exec(given)?.[1]);
  return socketPath === undefined
    ? undefined
    : {
        form: 'server',
        isEncrypted: false,
        nodes: [{ host: 'localhost', port: 0 }],
        socketPath,
        masterName: '',
        username: undefined,
        password: undefined,
        database: 0,
      };
}

const PARTS =
  /^redis(s?)(?:\+sentinel|\+cluster)?:\/\/(?:([^:/?#]*)(?::([^/?#]*))?@)?([^@/?#]*)(?:\/([^/?#]*))?$/;

/** `redis://`, `redis+sentinel://` or `redis+cluster://`, encrypted with `rediss`, with commas between hosts. */
function parseAddress(given: string, form: RedisAddress['form']): RedisAddress | undefined {
  const [, secure, user = '', secret = '', hosts = '', path = ''] = PARTS.exec(given) ?? [];
  const { usualPort, pathForm } = FORMS[form];
  const nodes = hosts.split(',').map((host) => parseNode(host, usualPort));
  const [username, password] = [decode(user), decode(secret)];
  if (
    secure === undefined ||
    username === undefined ||
    password === undefined ||
    !nodes.every((node) => node !== undefined) ||
    (form === 'server' && nodes.length > 1) ||
    !pathForm.test(path)
  ) {
    return undefined;
  }
  return {
    form,
    isEncrypted: secure === 's',
    nodes,
    socketPath: undefined,
    masterName: form === 'sentinel' ? path : '',
    username: username || undefined,
    password: password || undefined,
    database: form === 'server' ? Number(path) : 0,
  };
}

function parseNode(given: string, usualPort: number): RedisNode | undefined {
  if (given === '' || !URL.canParse(`redis://${given}`)) return undefined;
  const { hostname, port } = new URL(`redis://${given}`);
  if (hostname === '') return undefined;
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? usualPort : Number(port),
  };
}

/** Undefined for wrong escapes. */
function decode(given: string | undefined): string | undefined {
  try {
    return given && decodeURIComponent(given);
  } catch {
    return undefined;
  }
}
