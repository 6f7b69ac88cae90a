import type { Namespace, Socket } from 'socket.io';

import type { AdminClientEvents, AdminServerEvents } from '#shared/wire/admin-events.ts';
import { type Role, ROLES } from '#shared/wire/auth-api.ts';
import type { MissingMessage } from '#shared/wire/missing-api.ts';
import type { RunnersDelta } from '#shared/wire/runners-api.ts';

import { holdBack, nameSight } from '../hold-back.ts';

/** The room of roles that see the same. */
function roomOf(role: Role): string {
  return `told:${nameSight(role)}`;
}

/** One role of each room. */
const ROOMS = new Map(ROLES.map((role) => [roomOf(role), role]));

/** Call it before anything is pushed to the socket. */
export function seat(socket: Pick<Socket, 'join'>, role: Role): void {
  void socket.join(roomOf(role));
}

/**
 * Pushes a list to every organiser, without what is withheld from each (ACCOUNTS.md AC20); made once for all who see
 * the same.
 */
export function pushToEach(
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
