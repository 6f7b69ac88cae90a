import { randomUUID } from 'node:crypto';

import * as z from 'zod';

import type { PresenceChannel } from '#server/store/presence-channel.ts';
import type { Desk, Editing } from '#shared/wire/admin-events.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';

const shortText = z.string().min(1).max(320);
/** For one instance; the rest is left out. */
const MOST_HERE = 1_000;

/** The message of one instance to the others. */
const presenceMessage = z.object({
  instance: shortText,
  /** Every open editor of that instance. */
  editing: z.array(z.object({ runnerId: shortText, email: shortText })).max(MOST_HERE),
  /** Every open screen of that instance. */
  desks: z
    .array(z.object({ email: shortText, screen: shortText, runnerId: shortText.optional() }))
    .max(MOST_HERE),
  /** The sender has just begun to listen and asks the others for theirs. */
  isAsking: z.boolean().optional(),
});
type PresenceMessage = z.infer<typeof presenceMessage>;

/** The open editor of an organiser's page: an id, or null for none. */
const openEditor = z.union([
  shortText.nullable(),
  z.object({ runnerId: shortText.nullable() }).transform(({ runnerId }) => runnerId),
]);

/** The runner whose form a page has open, null for none; undefined for a message of another shape. */
export function parseEditing(value: unknown): string | null | undefined {
  return openEditor.safeParse(value).data;
}

const openScreen = z.enum(Object.keys(ORGANISERS_SCREENS));

/** The name of an organisers' screen; undefined for anything else. */
export function parseDesk(value: unknown): string | undefined {
  return openScreen.safeParse(value).data;
}

/** How often an instance repeats its message. */
const REPEAT_MS = 2_000;
/** An instance that is silent this long is gone, and so are its organisers. */
const SILENCE_MS = 3 * REPEAT_MS;

/** What a connection reports of its organiser. */
interface Here {
  readonly email: string;
  readonly runnerId?: string | undefined;
  readonly screen?: string | undefined;
}

interface OtherInstance extends Pick<PresenceMessage, 'editing' | 'desks'> {
  readonly heardMs: number;
}

/**
 * Who is at which screen with which editor open, on this instance and on the others. Each instance publishes its own
 * part when it changes and repeats it while it is not empty, so that the part of an ended instance expires.
 */
export class Presence {
  readonly #channel: PresenceChannel;
  readonly #onChange: () => void;
  readonly #instance = randomUUID();
  /** By connection. */
  readonly #here = new Map<string, Here>();
  readonly #others = new Map<string, OtherInstance>();
  readonly #timer: NodeJS.Timeout;

  constructor(channel: PresenceChannel, onChange: () => void) {
    this.#channel = channel;
    this.#onChange = onChange;
    this.#timer = setInterval(() => this.#repeat(), REPEAT_MS);
    channel.listen({
      onMessage: (text) => this.#hear(text),
      onSubscribed: () => this.#send({ isAsking: true }),
    });
  }

  listEditing(): Editing[] {
    return [...this.#listEditingHere(), ...this.#listOthers(({ editing }) => editing)];
  }

  listDesks(): Desk[] {
    return [...this.#listDesksHere(), ...this.#listOthers(({ desks }) => desks)];
  }

  /** Notes the report of a connection; fields that it omits stay as they were. */
  set(connection: string, said: Here): void {
    const before = this.#here.get(connection);
    const now = { ...before, ...said };
    if (before?.runnerId === now.runnerId && before?.screen === now.screen) return;
    this.#here.set(connection, now);
    this.#send();
    this.#onChange();
  }

  delete(connection: string): void {
    if (!this.#here.delete(connection)) return;
    this.#send();
    this.#onChange();
  }

  close(): void {
    clearInterval(this.#timer);
    if (this.#here.size === 0) return;
    this.#here.clear();
    this.#send();
  }

  #listOthers<T>(listOf: (other: OtherInstance) => readonly T[]): T[] {
    return [...this.#others.values()].flatMap(listOf);
  }

  #listEditingHere(): Editing[] {
    return [...this.#here.values()]
      .flatMap(({ email, runnerId }) => (runnerId === undefined ? [] : [{ runnerId, email }]))
      .slice(0, MOST_HERE);
  }

  #listDesksHere(): Desk[] {
    return [...this.#here.values()]
      .flatMap(({ email, screen, runnerId }) =>
        screen === undefined ? [] : [{ email, screen, ...(runnerId && { runnerId }) }],
      )
      .slice(0, MOST_HERE);
  }

  #send(more: Pick<PresenceMessage, 'isAsking'> = {}): void {
    const message: PresenceMessage = {
      instance: this.#instance,
      editing: this.#listEditingHere(),
      desks: this.#listDesksHere(),
      ...more,
    };
    this.#channel.publish(JSON.stringify(message));
  }

  #hear(text: string): void {
    const message = presenceMessage.safeParse(parseJsonObject(text)).data;
    if (!message || message.instance === this.#instance) return;
    const { instance, editing, desks, isAsking } = message;
    const before = this.#others.get(instance);
    if (editing.length + desks.length > 0) {
      this.#others.set(instance, { editing, desks, heardMs: performance.now() });
    } else this.#others.delete(instance);
    if (isAsking && this.#here.size > 0) this.#send();
    const said = [before?.editing ?? [], before?.desks ?? []];
    if (JSON.stringify(said) !== JSON.stringify([editing, desks])) this.#onChange();
  }

  #repeat(): void {
    if (this.#here.size > 0) this.#send();
    const nowMs = performance.now();
    const silent = [...this.#others].filter(([, other]) => nowMs - other.heardMs > SILENCE_MS);
    for (const [instance] of silent) this.#others.delete(instance);
    if (silent.length > 0) this.#onChange();
  }
}
