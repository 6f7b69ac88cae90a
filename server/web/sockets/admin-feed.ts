import type { Namespace, Server, Socket } from 'socket.io';

import type { Identity, IdentityProvider } from '#server/identity/identity.ts';
import type { SessionGuard } from '#server/identity/session-guard.ts';
import type { Logger } from '#server/observe/logger.ts';
import type { Metrics } from '#server/observe/metrics.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { presentOrganisersConfig } from '#server/race/present-config.ts';
import { presentMissing, presentMissingSeen } from '#server/race/present-missing.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { Budget } from '#server/web/budget.ts';
import { holdBack, nameSight } from '#server/web/hold-back.ts';
import { Refusal } from '#server/system/refusal.ts';
import { checkToken, refuseToken } from '#server/web/routes.ts';
import {
  ADMIN_POLL_MS,
  type AdminClientEvents,
  type AdminServerEvents,
} from '#shared/wire/admin-events.ts';
import { hasRight, type Role, ROLES } from '#shared/wire/auth-api.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { MissingMessage, ToCheck } from '#shared/wire/missing-api.ts';
import { MIN_PUSH_INTERVAL_MS } from '#shared/wire/socket-events.ts';

import { breakOff, closeAfterFlush, dropMessage, findCookieToken } from './connection.ts';
import { parseEditing, Presence } from './presence.ts';
import { ConflatedPush } from './push-pace.ts';

interface SignedInData {
  readonly token: string;
  /** The token is from the cookie of the connection, which cannot change. */
  readonly isByCookie: boolean;
  readonly identity: Identity;
}

/**
 * Admits only organisers to a namespace, by `auth.token` of the handshake, or else by the cookie of the connection. A
 * refused page reads the status from the error's `data`: 401 and 403 mean to sign in again, 503 to try again. Its
 * connection ends, so that tokens cannot be tried one after another on it.
 */
function requireOrganiser(
  namespace: Pick<Namespace, 'use'>,
  { provider, logger }: Pick<AdminFeedParts, 'provider' | 'logger'>,
): void {
  const admit = async (socket: Socket, next: (error?: Error) => void): Promise<void> => {
    try {
      socket.data = await identify(socket, provider);
      next();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 503) logger.warn({ err: error }, 'Cannot verify who opens a connection');
      next(new HandshakeError(error));
      closeAfterFlush(socket.conn);
    }
  };
  namespace.use((socket, next) => void admit(socket, next));
}

/** @throws {Refusal} */
async function identify(
  { handshake, conn }: Socket,
  provider: IdentityProvider,
): Promise<SignedInData> {
  const auth: Readonly<Record<string, unknown>> = handshake.auth;
  const isByCookie = auth['token'] === undefined;
  const given = isByCookie ? findCookieToken(conn) : auth['token'];
  const token = typeof given === 'string' ? given : '';
  const check = await checkToken(provider, token);
  if ('refusal' in check) throw refuseToken(check.refusal);
  return { token, isByCookie, identity: check.identity };
}

/** Socket.IO sends `message` and `data` to a refused client. */
class HandshakeError extends Error {
  override readonly name = 'HandshakeError';
  readonly data: object;

  constructor({ message, status, more }: Refusal) {
    super(message);
    this.data = { status, ...more };
  }
}

type AdminNamespace = Namespace<AdminClientEvents, AdminServerEvents>;
type AdminSocket = Socket<AdminClientEvents, AdminServerEvents>;

/** The whole list is sent each time and can be long, so it is sent at most once a second. */
const MISSING_INTERVAL_MS = 1_000;
/**
 * Where the missing were last seen changes with every scan and nearly doubles the list, and the runners to check are
 * computed from the whole field.
 */
const SEEN_INTERVAL_MS = ADMIN_POLL_MS;
/** Far more messages than anyone causes by opening and closing editors. */
const MESSAGES = { atOnce: 100, perSecond: 10 };

interface AdminFeedParts {
  readonly io: Server;
  readonly race: LiveRace;
  /** The build of the page. */
  readonly build: string;
  readonly provider: IdentityProvider;
  readonly guard: SessionGuard;
  readonly presence: RaceStore['presence'];
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/**
 * Namespace `/admin`: pushes the lists to the organisers, with the editors that each has open (PROTOCOL.md AD1, AD6).
 *
 * 1. A handshake without a valid token is refused.
 * 2. An organiser is sent `hello`, the missing and the open editors.
 * 3. The race advances: runners are sent as deltas, the missing as a whole list, each at its own pace.
 * 4. The settings or the pictures change: all of them are sent.
 * 5. Without a delta to the new head `resync` sends everyone to GET /apiadmin.
 * 6. A page reports its open editor; instances exchange these through Redis.
 * 7. A session ends, an account is disabled or has another role: `signedOut`, and the connection is closed.
 */
export class AdminFeed {
  readonly #organisers: AdminNamespace;
  readonly #parts: AdminFeedParts;
  readonly #presence: Presence;
  readonly #runnersPush = new ConflatedPush(() => this.#sendRunners(), MIN_PUSH_INTERVAL_MS);
  readonly #missingPush = new ConflatedPush(() => this.#sendMissing(), MISSING_INTERVAL_MS);
  readonly #seenPush = new ConflatedPush(() => this.#sendSeen(), SEEN_INTERVAL_MS);
  readonly #presencePush = new ConflatedPush(
    () => this.#sendPresence(this.#organisers),
    MIN_PUSH_INTERVAL_MS,
  );
  /** The last head of the runners that everyone connected has; undefined before the race is loaded. */
  #sentHead: Head | undefined;
  /** The revisions sent last; undefined to send the list in any case. */
  #sentMissing: number | undefined;
  #sentSights: number | undefined;
  #sentToCheck: ToCheck | undefined;

  constructor(parts: AdminFeedParts) {
    const { io, race, presence } = parts;
    this.#parts = parts;
    this.#organisers = io.of('/admin');
    this.#presence = new Presence(presence, () => this.#presencePush.request());
    this.#sentHead = race.isLoaded ? race.head : undefined;
    race.on('advanced', () => this.#requestLists());
    race.on('reloaded', () => this.#restart());
    race.on('notices', () => {
      this.#sentMissing = undefined;
      this.#missingPush.request();
    });
    race.on('config', () => this.#sendConfig());
    requireOrganiser(this.#organisers, parts);
    this.#organisers.on('connection', (socket) => this.#welcome(socket));
  }

  close(): void {
    this.#presence.close();
    const pushes = [this.#runnersPush, this.#missingPush, this.#seenPush, this.#presencePush];
    for (const push of pushes) push.close();
  }

  #welcome(socket: AdminSocket): void {
    const { token, isByCookie, identity } = socket.data as SignedInData;
    const budget = new Budget(MESSAGES);
    const unwatch = this.#parts.guard.watch({
      token,
      identity,
      onRevoked: () => {
        socket.emit('signedOut');
        // The cookie is read only when a connection is opened.
        socket.disconnect(isByCookie);
      },
    });
    socket.on('disconnect', () => {
      unwatch();
      this.#presence.delete(socket.id);
    });
    socket.onAny((event: unknown, ...args: unknown[]) => {
      if (!budget.spend()) return breakOff(socket.conn);
      const { email, role } = identity;
      const runnerId = event === 'editing' ? parseEditing(args[0]) : undefined;
      if (runnerId === undefined) dropMessage(this.#parts, 'organiser', socket, event);
      // Their form is read-only, so nobody has to wait for them.
      else if (!hasRight(role, 'runners:edit')) return;
      else this.#presence.set(socket.id, email, runnerId);
    });
    // Before anything is pushed to the socket.
    void socket.join(roomOf(identity.role));
    if (this.#parts.race.isLoaded) this.#greet(socket, identity.role);
    this.#sendPresence(socket);
  }

  #greet(socket: AdminSocket, role: Role): void {
    const { race, build } = this.#parts;
    const { head, toCheck } = race;
    socket.emit('hello', { build, ...head, serverTime: Date.now() });
    socket.emit('missing', holdBack({ ...presentMissingSeen(race), toCheck }, role));
  }

  /** The race was loaded, for the first time or again. No delta leads across a load, so what is sent next is a `resync`. */
  #restart(): void {
    if (!this.#sentHead) {
      const { race, build } = this.#parts;
      this.#sentHead = race.head;
      this.#organisers.emit('hello', { build, ...race.head, serverTime: Date.now() });
    }
    this.#sentMissing = undefined;
    this.#sentSights = undefined;
    this.#requestLists();
    this.#sendConfig();
  }

  #requestLists(): void {
    this.#runnersPush.request();
    // First, since it includes the rest of the list.
    if (this.#organisers.sockets.size > 0) this.#seenPush.request();
    this.#missingPush.request();
  }

  /** Sends the changes since the last message, or `resync`; nothing if there are none. */
  #sendRunners(): void {
    const { race } = this.#parts;
    if (!this.#sentHead) return;
    const delta = race.findRunnersDelta(this.#sentHead);
    if (delta && delta.upsert.length === 0 && delta.remove.length === 0) return;
    this.#sentHead = race.head;
    if (delta) this.#sendToEach((to, role) => to.emit('runners', holdBack(delta, role)));
    else this.#organisers.emit('resync', race.head);
  }

  #sendMissing(): void {
    const { race } = this.#parts;
    if (!race.isLoaded || race.missing.revision === this.#sentMissing) return;
    this.#emitMissing(() => presentMissing(race));
  }

  /** Sent with the whole list, when the last places or the runners to check have changed. */
  #sendSeen(): void {
    const { race } = this.#parts;
    if (!race.isLoaded) return;
    const { toCheck, missing } = race;
    if (missing.sightsRevision === this.#sentSights && toCheck === this.#sentToCheck) return;
    this.#sentSights = missing.sightsRevision;
    this.#sentToCheck = toCheck;
    this.#emitMissing(() => ({ ...presentMissingSeen(race), toCheck }));
  }

  #emitMissing(present: () => MissingMessage): void {
    this.#sentMissing = this.#parts.race.missing.revision;
    if (this.#organisers.sockets.size === 0) return;
    const list = present();
    this.#sendToEach((to, role) => to.emit('missing', holdBack(list, role)));
  }

  #sendConfig(): void {
    this.#organisers.emit('config', presentOrganisersConfig(this.#parts.race, Date.now()));
  }

  #sendPresence(target: Pick<AdminSocket, 'emit'>): void {
    target.emit('presence', this.#presence.listEditing());
  }

  /** Calls `send` once for all organisers who see the same (ACCOUNTS.md AC20). */
  #sendToEach(send: (to: Pick<AdminNamespace, 'emit'>, role: Role) => unknown): void {
    for (const [room, role] of ROOMS) {
      if (this.#organisers.adapter.rooms.has(room)) send(this.#organisers.to(room), role);
    }
  }
}

/** The room of roles that see the same. */
function roomOf(role: Role): string {
  return `sight:${nameSight(role)}`;
}

/** One role of each room. */
const ROOMS = new Map(ROLES.map((role) => [roomOf(role), role]));
