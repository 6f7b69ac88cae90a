import type { Namespace, Server, Socket } from 'socket.io';

import {
  type Identity,
  type IdentityProvider,
  NOT_SIGNED_IN,
  type TokenRefusal,
} from '#server/identity/identity.ts';
import type { SessionGuard } from '#server/identity/session-guard.ts';
import type { Logger } from '#server/observe/logger.ts';
import type { Metrics } from '#server/observe/metrics.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { presentOrganisersConfig } from '#server/race/present-config.ts';
import { presentMissing, presentMissingSeen } from '#server/race/present-missing.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { Budget } from '#server/web/budget.ts';
import { holdBack, nameSight } from '#server/web/hold-back.ts';
import {
  ADMIN_POLL_MS,
  type AdminClientEvents,
  type AdminServerEvents,
  type ReplacedMessage,
} from '#shared/wire/admin-events.ts';
import { hasRight, type Role, ROLES } from '#shared/wire/auth-api.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { MissingMessage, ToCheck } from '#shared/wire/missing-api.ts';
import type { RunnersDelta } from '#shared/wire/runners-api.ts';
import { MIN_PUSH_INTERVAL_MS } from '#shared/wire/socket-events.ts';

import { breakOff, closeAfterFlush, findCookieToken } from './connection.ts';
import { parseEditing, Presence } from './presence.ts';
import { ConflatedPush, steady } from './push-pace.ts';

interface SignedInData {
  readonly token: string;
  /** The token came with the connection, which can have no other. */
  readonly isByCookie: boolean;
  readonly identity: Identity;
}

const CANNOT_KNOW = 'We cannot check right now who you are. Trying again.';

/**
 * Admits only organisers to a namespace, by `auth.token` of the handshake, or else by the cookie of the connection. A
 * refused page reads the status from the error's `data`: 401 and 403 mean to sign in again, 503 to try again. Its
 * connection ends, so that tokens cannot be tried one after another on it.
 */
function requireOrganiser(
  // The events do not matter here, and each namespace has its own.
  namespace: Pick<Namespace, 'use'>,
  provider: IdentityProvider,
  logger: Logger,
): void {
  const admit = async (socket: Socket, next: (error?: Error) => void): Promise<void> => {
    const outcome = await judgeHandshake(socket, provider, logger);
    if (outcome instanceof HandshakeError) {
      next(outcome);
      closeAfterFlush(socket.conn);
      return;
    }
    socket.data = outcome;
    next();
  };
  namespace.use((socket, next) => void admit(socket, next));
}

async function judgeHandshake(
  { handshake, conn }: Socket,
  provider: IdentityProvider,
  logger: Logger,
): Promise<SignedInData | HandshakeError> {
  const auth: Readonly<Record<string, unknown>> = handshake.auth;
  const isByCookie = auth['token'] === undefined;
  const token = isByCookie ? findCookieToken(conn) : auth['token'];
  if (typeof token !== 'string' || token === '') return new HandshakeError(NOT_SIGNED_IN);
  try {
    const check = await provider.check(token);
    if ('refusal' in check) return new HandshakeError(check.refusal);
    return { token, isByCookie, identity: check.identity };
  } catch (error) {
    logger.warn({ err: error }, 'Cannot verify who opens a connection');
    return new HandshakeError({ status: 503, error: CANNOT_KNOW });
  }
}

/** Socket.IO sends `message` and `data` to a refused client. */
class HandshakeError extends Error {
  override readonly name = 'HandshakeError';
  readonly data: { status: number; code?: string };

  constructor({ error, ...data }: Omit<TokenRefusal, 'status'> & { readonly status: number }) {
    super(error);
    this.data = data;
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
/** Far more screens and editors than anyone opens and closes by hand. */
const SAID = { atOnce: 100, perSecond: 10 };

interface AdminFeedParts {
  readonly io: Server;
  readonly race: LiveRace;
  /** The build of the page. */
  readonly build: string;
  readonly provider: IdentityProvider;
  readonly guard: SessionGuard;
  readonly presence: RaceStore['presence'];
  readonly findReplacement: () => Promise<ReplacedMessage | undefined>;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/**
 * Namespace `/admin`: pushes the lists to the organisers, with the screens and editors that each has open (PROTOCOL.md
 * AD1, AD6).
 *
 * 1. The handshake carries a token; an unknown one is refused.
 * 2. An organiser is sent `hello`, the missing, the open editors, and the last replacement.
 * 3. The race advances: runners go out as deltas, the missing as a whole list, each at its own pace.
 * 4. The settings or the pictures change: all of them go out.
 * 5. No delta leads on: `resync` sends everyone to GET /apiadmin.
 * 6. A page reports its open editor; instances exchange these through Redis.
 * 7. A session ends, an account is disabled or has another role: `signedOut`, and the connection is closed.
 */
export class AdminFeed {
  readonly #organisers: AdminNamespace;
  readonly #parts: AdminFeedParts;
  readonly #presence: Presence;
  readonly #runnersPush = new ConflatedPush(
    () => this.#sendRunners(),
    steady(MIN_PUSH_INTERVAL_MS),
  );
  readonly #missingPush = new ConflatedPush(() => this.#sendMissing(), steady(MISSING_INTERVAL_MS));
  readonly #seenPush = new ConflatedPush(() => this.#sendSeen(), steady(SEEN_INTERVAL_MS));
  readonly #presencePush = new ConflatedPush(
    () => this.#sendPresence(this.#organisers),
    steady(MIN_PUSH_INTERVAL_MS),
  );
  /** The last head of the runners that everyone connected has; undefined before the race is loaded. */
  #sentHead: Head | undefined;
  #isResyncDue = false;
  #replaced: ReplacedMessage | undefined;
  #sentMissing = -1;
  #sentSights = -1;
  #sentToCheck: ToCheck | undefined;

  constructor(parts: AdminFeedParts) {
    const { io, race, provider, logger, presence } = parts;
    this.#parts = parts;
    this.#organisers = io.of('/admin');
    this.#presence = new Presence(presence, () => this.#presencePush.request());
    this.#sentHead = race.isLoaded ? race.head : undefined;
    race.on('advanced', () => this.#requestLists());
    race.on('reloaded', () => this.#restart());
    race.on('notices', () => this.#missingPush.request());
    race.on('config', () => this.#sendConfig());
    requireOrganiser(this.#organisers, provider, logger);
    this.#organisers.on('connection', (socket) => this.#welcome(socket));
  }

  close(): void {
    this.#presence.close();
    this.#runnersPush.close();
    this.#missingPush.close();
    this.#seenPush.close();
    this.#presencePush.close();
  }

  #welcome(socket: AdminSocket): void {
    const { token, isByCookie, identity } = socket.data as SignedInData;
    const budget = new Budget(SAID);
    const unwatch = this.#parts.guard.watch({
      token,
      identity,
      onRevoked: () => {
        socket.emit('signedOut');
        // Another cookie comes only with another connection.
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
      if (runnerId === undefined) this.#drop(socket, event);
      // Their form is read-only: nobody has to wait for them.
      else if (!hasRight(role, 'runners:edit')) return;
      else this.#presence.set(socket.id, email, runnerId);
    });
    seat(socket, identity.role);
    if (this.#parts.race.isLoaded) this.#greet(socket, identity.role);
    this.#sendPresence(socket);
  }

  #greet(socket: AdminSocket, role: Role): void {
    const { race, build } = this.#parts;
    const { head, toCheck } = race;
    socket.emit('hello', { build, ...head, serverTime: Date.now() });
    socket.emit('missing', holdBack({ ...presentMissingSeen(race), toCheck }, role));
    if (this.#replaced) socket.emit('replaced', this.#replaced);
  }

  /** The race was loaded: for the first time, or again, which no delta describes. */
  #restart(): void {
    if (this.#sentHead) this.#isResyncDue = true;
    else {
      const { race, build } = this.#parts;
      this.#sentHead = race.head;
      this.#organisers.emit('hello', { build, ...race.head, serverTime: Date.now() });
    }
    this.#requestLists();
    this.#sendConfig();
    void this.#sendReplacement();
  }

  /** Sends the reason for a reload, if it was a replacement: the rows alone do not show it. */
  async #sendReplacement(): Promise<void> {
    const { findReplacement, logger } = this.#parts;
    try {
      const found = await findReplacement();
      if (!found || found.version === this.#replaced?.version) return;
      this.#replaced = found;
      this.#organisers.emit('replaced', found);
    } catch (error) {
      logger.warn({ err: error }, 'Cannot inform the organisers that the runners were replaced');
    }
  }

  #requestLists(): void {
    this.#runnersPush.request();
    // First, since it carries the rest of the list too.
    if (this.#organisers.sockets.size > 0) this.#seenPush.request();
    this.#missingPush.request();
  }

  /** Sends the changes since the last message, or `resync`; nothing if there are none. */
  #sendRunners(): void {
    const { race } = this.#parts;
    if (!this.#sentHead) return;
    const delta = this.#isResyncDue ? undefined : race.findRunnersDelta(this.#sentHead);
    if (delta && delta.upsert.length === 0 && delta.remove.length === 0) return;
    this.#sentHead = race.head;
    this.#isResyncDue = false;
    if (delta) pushToEach(this.#organisers, 'runners', delta);
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
    pushToEach(this.#organisers, 'missing', present());
  }

  #sendConfig(): void {
    this.#organisers.emit('config', presentOrganisersConfig(this.#parts.race, Date.now()));
  }

  #sendPresence(target: Pick<AdminSocket, 'emit'>): void {
    target.emit('presence', this.#presence.listEditing());
  }

  #drop(socket: AdminSocket, event: unknown): void {
    const { metrics, logger } = this.#parts;
    metrics.dropped.inc({ from: 'organiser' });
    logger.debug(
      { event: String(event).slice(0, 60), socket: socket.id },
      'Dropped an unknown message',
    );
  }
}

/** The room of roles that see the same. */
function roomOf(role: Role): string {
  return `sight:${nameSight(role)}`;
}

/** One role of each room. */
const ROOMS = new Map(ROLES.map((role) => [roomOf(role), role]));

/** Call it before anything is pushed to the socket. */
function seat(socket: Pick<Socket, 'join'>, role: Role): void {
  void socket.join(roomOf(role));
}

/**
 * Pushes a list to every organiser, without what is withheld from each (ACCOUNTS.md AC20); made once for all who see
 * the same.
 */
function pushToEach(
  organisers: Namespace<AdminClientEvents, AdminServerEvents>,
  ...[event, list]: ['runners', RunnersDelta] | ['missing', MissingMessage]
): void {
  for (const [room, role] of ROOMS) {
    if (!organisers.adapter.rooms.has(room)) continue;
    const target = organisers.to(room);
    if (event === 'runners') target.emit(event, holdBack(list, role));
    else target.emit(event, holdBack(list, role));
  }
}
