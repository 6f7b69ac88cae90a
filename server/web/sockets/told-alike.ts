import type { Namespace, Socket } from 'socket.io';

import type { AdminClientEvents, AdminServerEvents } from '#shared/wire/admin-events.ts';
import { type Role, ROLES } from '#shared/wire/auth-api.ts';
import type { MissingMessage } from '#shared/wire/missing-api.ts';
import type { RunnersDelta } from '#shared/wire/runners-api.ts';

import { holdBack, nameSight } from '../hold-back.ts';

/** Where those sit who are told the same. */
function roomOf(role: Role): string {
  return `told:${nameSight(role)}`;
}

/** A role of each room. */
const ROOMS = new Map(ROLES.map((role) => [roomOf(role), role]));

/** Before anything is pushed to it. */
export function seat(socket: Pick<Socket, 'join'>, role: Role): void {
  void socket.join(roomOf(role));
}

/** Pushes a list to every organiser, without what is held back from each (ACCOUNTS.md AC20); once for all who are told the same. */
export function tellEach(
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
