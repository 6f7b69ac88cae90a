import type { AdminRunner, RunnersDelta } from '#shared/wire/runners-api.ts';
import type { Editing } from '#shared/wire/admin-events.ts';
import type { MissingMessage } from '#shared/wire/missing-api.ts';
import type { Head } from '#shared/wire/http-api.ts';

import { eventually } from './eventually.ts';
import type { AdminClient } from './organisers-race.ts';

/** An organiser's page as fed by the socket: its runners, and all messages. */
interface WatchedMessages {
  readonly hellos: Head[];
  readonly deltas: RunnersDelta[];
  readonly runners: Map<string, AdminRunner>;
  readonly missing: MissingMessage[];
  /** The last announced editors. */
  presence: readonly Editing[];
  resyncs: number;
  isSignedOut: boolean;
  disconnectReason: string | undefined;
}

export type AdminWatch = Readonly<WatchedMessages> & { readonly socket: AdminClient };

/** Records the messages of a socket from the first on; resolves after `hello`. */
export async function watchAdmin(socket: AdminClient): Promise<AdminWatch> {
  const watched: WatchedMessages & { readonly socket: AdminClient } = {
    socket,
    hellos: [],
    deltas: [],
    runners: new Map(),
    missing: [],
    presence: [],
    resyncs: 0,
    isSignedOut: false,
    disconnectReason: undefined,
  };
  socket.on('hello', (hello) => watched.hellos.push(hello));
  socket.on('runners', (delta) => {
    watched.deltas.push(delta);
    for (const runner of delta.upsert) watched.runners.set(runner.runnerId, runner);
    for (const runnerId of delta.remove) watched.runners.delete(runnerId);
  });
  socket.on('missing', (message) => watched.missing.push(message));
  socket.on('presence', (editing) => (watched.presence = editing));
  socket.on('resync', () => (watched.resyncs += 1));
  socket.on('signedOut', () => (watched.isSignedOut = true));
  socket.on('disconnect', (reason) => (watched.disconnectReason = reason));
  await eventually(() => {
    if (watched.hellos.length === 0) throw new Error('no hello yet');
  });
  return watched;
}
