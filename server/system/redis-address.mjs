/**
 * @typedef {object} RedisNode
 * @property {string} host
 * @property {number} port
 */

/**
 * The content of a REDIS_URL.
 * @typedef {object} RedisAddress
 * @property {'server' | 'sentinel' | 'cluster'} form
 * @property {boolean} isEncrypted
 * @property {readonly RedisNode[]} nodes the server, the sentinels, or some nodes of the cluster
 * @property {string | undefined} socketPath of a server on a unix socket; then `nodes` is ignored
 * @property {string} masterName the name of the master at the sentinels; empty in the other forms
 * @property {string | undefined} username
 * @property {string | undefined} password
 * @property {number} database
 */

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

const AT_SOCKET = /** @type {const} */ ({
  form: 'server',
  isEncrypted: false,
  masterName: '',
  username: undefined,
  password: undefined,
  database: 0,
});

const PARTS = /^redis(s?)(?:\+sentinel|\+cluster)?:\/\/(?:([^/?#]*)@)?([^@/?#]*)(?:\/([^/?#]*))?$/;

/**
 * Parses `redis://`, `redis+sentinel://` or `redis+cluster://`, with `rediss` for an encrypted connection and commas
 * between hosts, or `unix:///path/of/socket`.
 * @param {string} text
 * @returns {RedisAddress | string} a string describes the correct form
 */
export function parseRedisAddress(text) {
  if (/^unix:\/\/\/[^?#]+$/.test(text)) {
    const socketPath = decode(text.slice('unix://'.length));
    const nodes = [{ host: 'localhost', port: 0 }];
    return socketPath === undefined
      ? 'an address such as unix:///run/redis.sock'
      : { ...AT_SOCKET, nodes, socketPath };
  }
  const [, secure, login = '', hosts = '', path = ''] = PARTS.exec(text) ?? [];
  const form = findForm(text);
  const { usualPort, pathForm, example } = FORMS[form];
  const nodes = hosts.split(',').map((host) => parseNode(host, usualPort));
  const [username, password] = splitLogin(login).map(decode);
  const isSingle = form !== 'server' || nodes.length === 1;
  if (
    secure === undefined ||
    username === undefined ||
    password === undefined ||
    !nodes.every((node) => node !== undefined) ||
    !isSingle ||
    !pathForm.test(path)
  ) {
    return example;
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

/**
 * @param {string} text
 */
export function withoutPassword(text) {
  return text.replace(/:\/\/.*@/s, '://…@');
}

/**
 * The address for people, without the password.
 * @param {Pick<RedisAddress, 'form' | 'nodes' | 'socketPath' | 'masterName'>} address
 */
export function describeRedis({ form, nodes, socketPath, masterName }) {
  if (socketPath !== undefined) return socketPath;
  const hosts = nodes.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`);
  if (form === 'server') return hosts.join();
  return form === 'sentinel' ? `${masterName} of ${hosts.join()}` : hosts.join();
}

/**
 * Whether it is one server on this machine.
 * @param {Pick<RedisAddress, 'form' | 'nodes'>} address
 */
export function isOnThisMachine({ form, nodes }) {
  return form === 'server' && nodes.every(({ host }) => /^(localhost|127\.[\d.]+|::1)$/.test(host));
}

/**
 * @param {string} text
 * @returns {RedisAddress['form']}
 */
function findForm(text) {
  if (/^rediss?\+sentinel:/.test(text)) return 'sentinel';
  return /^rediss?\+cluster:/.test(text) ? 'cluster' : 'server';
}

/**
 * @param {string} text
 * @param {number} usualPort
 * @returns {RedisNode | undefined}
 */
function parseNode(text, usualPort) {
  if (text === '' || !URL.canParse(`redis://${text}`)) return undefined;
  const { hostname, port } = new URL(`redis://${text}`);
  if (hostname === '') return undefined;
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? usualPort : Number(port),
  };
}

/**
 * @param {string} login
 * @returns {string[]} name and password
 */
function splitLogin(login) {
  const colon = login.indexOf(':');
  return colon === -1 ? [login, ''] : [login.slice(0, colon), login.slice(colon + 1)];
}

/**
 * @param {string} text
 * @returns {string | undefined} undefined if invalid
 */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
