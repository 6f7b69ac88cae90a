import { randomUUID } from 'node:crypto';

import * as z from 'zod';

import type { RaceStore } from '#server/store/race-store.ts';
import type { Editing } from '#shared/wire/admin-events.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';

const shortText = z.string().min(1).max(320);
/** Editors sent by one instance; the rest is left out. */
const MOST_HERE = 1_000;

/** The message of one instance to the others. */
const presenceMessage = z.object({
  instance: shortText,
  /** Every open editor of that instance. */
  editing: z.array(z.object({ runnerId: shortText, email: shortText })).max(MOST_HERE),
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

/** How often an instance repeats its message. */
const REPEAT_MS = 2_000;
/** An instance silent for this long has ended, with its editors. */
const SILENCE_MS = 3 * REPEAT_MS;

interface OtherInstance extends Pick<PresenceMessage, 'editing'> {
  readonly heardMs: number;
}

/**
 * The open editors of all organisers, on this instance and on the others. Each instance publishes its own when they
 * change and repeats them while there are any, so that a new instance receives them and those of an ended one expire.
 */
export class Presence {
  readonly #channel: RaceStore['presence'];
  readonly #onChange: () => void;
  readonly #instance = randomUUID();
  /** By connection. */
  readonly #here = new Map<string, Editing>();
  readonly #others = new Map<string, OtherInstance>();
  readonly #timer: NodeJS.Timeout;

  constructor(channel: RaceStore['presence'], onChange: () => void) {
    this.#channel = channel;
    this.#onChange = onChange;
    this.#timer = setInterval(() => this.#repeat(), REPEAT_MS);
    channel.listen((text) => this.#hear(text));
  }

  listEditing(): Editing[] {
    return [...this.#listHere(), ...[...this.#others.values()].flatMap(({ editing }) => editing)];
  }

  /** Notes the editor that a connection has open, null for none. */
  set(connection: string, email: string, runnerId: string | null): void {
    if (runnerId === null) {
      this.delete(connection);
      return;
    }
    if (this.#here.get(connection)?.runnerId === runnerId) return;
    this.#here.set(connection, { runnerId, email });
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
  }

  #listHere(): Editing[] {
    return [...this.#here.values()].slice(0, MOST_HERE);
  }

  #send(): void {
    const message: PresenceMessage = { instance: this.#instance, editing: this.#listHere() };
    this.#channel.publish(JSON.stringify(message));
  }

  #hear(text: string): void {
    const message = presenceMessage.safeParse(parseJsonObject(text)).data;
    if (!message || message.instance === this.#instance) return;
    const { instance, editing } = message;
    const before = this.#others.get(instance)?.editing ?? [];
    if (editing.length > 0) this.#others.set(instance, { editing, heardMs: performance.now() });
    else this.#others.delete(instance);
    if (JSON.stringify(before) !== JSON.stringify(editing)) this.#onChange();
  }

  #repeat(): void {
    if (this.#here.size > 0) this.#send();
    const nowMs = performance.now();
    const silent = [...this.#others].filter(([, other]) => nowMs - other.heardMs > SILENCE_MS);
    for (const [instance] of silent) this.#others.delete(instance);
    if (silent.length > 0) this.#onChange();
  }
}
