import type { AdminRunner, RunnersDelta } from '#shared/wire/runners-api.ts';
import type { Editing } from '#shared/wire/admin-events.ts';
import type { MissingMessage } from '#shared/wire/missing-api.ts';
import type { Head } from '#shared/wire/http-api.ts';

import { eventually } from './eventually.ts';
import type { AdminClient } from './organisers-race.ts';

/** An organiser's page as fed by the socket: its runners, and all messages. */
export interface AdminWatch {
  readonly socket: AdminClient;
  readonly hellos: readonly Head[];
  readonly deltas: readonly RunnersDelta[];
  readonly runners: ReadonlyMap<string, AdminRunner>;
  readonly missing: readonly MissingMessage[];
  /** The last announced editors. */
  readonly presence: readonly Editing[];
  readonly resyncs: number;
  readonly isSignedOut: boolean;
  readonly disconnectReason: string | undefined;
}

/** Takes in the messages of a socket from the first on; resolves after `hello`. */
export async function watchAdmin(socket: AdminClient): Promise<AdminWatch> {
  const hellos: Head[] = [];
  const deltas: RunnersDelta[] = [];
  const runners = new Map<string, AdminRunner>();
  const missing: MissingMessage[] = [];
  const state = {
    presence: [] as readonly Editing[],
    resyncs: 0,
    isSignedOut: false,
    disconnectReason: undefined as string | undefined,
  };
  socket.on('hello', (hello) => hellos.push(hello));
  socket.on('runners', (delta) => {
    deltas.push(delta);
    for (const runner of delta.upsert) runners.set(runner.runnerId, runner);
    for (const runnerId of delta.remove) runners.delete(runnerId);
  });
  socket.on('missing', (message) => missing.push(message));
  socket.on('presence', (editing) => (state.presence = editing));
  socket.on('resync', () => (state.resyncs += 1));
  socket.on('signedOut', () => (state.isSignedOut = true));
  socket.on('disconnect', (reason) => (state.disconnectReason = reason));
  await eventually(() => {
    if (hellos.length === 0) throw new Error('no hello yet');
  });
  return {
    socket,
    hellos,
    deltas,
    runners,
    missing,
    get presence() {
      return state.presence;
    },
    get resyncs() {
      return state.resyncs;
    },
    get isSignedOut() {
      return state.isSignedOut;
    },
    get disconnectReason() {
      return state.disconnectReason;
    },
  };
}
