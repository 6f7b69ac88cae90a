import { randomUUID } from 'node:crypto';

import * as z from 'zod';

import type { PresenceChannel } from '#server/store/presence-channel.ts';
import type { Editing } from '#shared/wire/admin-events.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';

const shortText = z.string().min(1).max(320);
const MAX_EDITORS = 1_000;

/** What one instance tells the others. */
const presenceMessage = z.object({
  instance: shortText,
  /** Every open editor of that instance. */
  editing: z.array(z.object({ runnerId: shortText, email: shortText })).max(MAX_EDITORS),
  /** The sender has just begun to listen and asks the others to tell theirs. */
  isAsking: z.boolean().optional(),
});
type PresenceMessage = z.infer<typeof presenceMessage>;

/** Which editor an organiser's page says is open: an id, or null for none. */
const openEditor = z.union([
  shortText.nullable(),
  z.object({ runnerId: shortText.nullable() }).transform(({ runnerId }) => runnerId),
]);

/** Undefined for anything that is no {@link openEditor}. */
export function parseEditing(value: unknown): string | null | undefined {
  return openEditor.safeParse(value).data;
}

/** How often an instance repeats who is editing there. */
const REPEAT_MS = 2_000;
/** An instance that is silent this long is gone, and nobody edits there any more. */
const SILENCE_MS = 3 * REPEAT_MS;

interface OtherInstance {
  readonly editing: readonly Editing[];
  readonly heardMs: number;
}

/**
 * Who has which editor open, on this instance and on the others. Each instance
 * publishes its own part when it changes and repeats it while there is
 * something to say, so that what an instance said goes away with it.
 */
export class Presence {
  readonly #channel: PresenceChannel;
  readonly #onChange: () => void;
  readonly #instance = randomUUID();
  /** By connection. */
  readonly #here = new Map<string, Editing>();
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

  /** Every open editor anywhere. */
  list(): Editing[] {
    return [
      ...this.#here.values(),
      ...[...this.#others.values()].flatMap((other) => other.editing),
    ];
  }

  /** Notes which editor a connection has open; undefined for none. */
  set(connection: string, editing: Editing | undefined): void {
    const before = this.#here.get(connection);
    if (before?.runnerId === editing?.runnerId) return;
    if (editing) this.#here.set(connection, editing);
    else this.#here.delete(connection);
    this.#send();
    this.#onChange();
  }

  close(): void {
    clearInterval(this.#timer);
    if (this.#here.size === 0) return;
    this.#here.clear();
    this.#send();
  }

  #send(more: Pick<PresenceMessage, 'isAsking'> = {}): void {
    const message: PresenceMessage = {
      instance: this.#instance,
      editing: [...this.#here.values()],
      ...more,
    };
    this.#channel.publish(JSON.stringify(message));
  }

  #hear(text: string): void {
    const message = presenceMessage.safeParse(parseJsonObject(text)).data;
    if (!message || message.instance === this.#instance) return;
    const { instance, editing, isAsking } = message;
    const before = this.#others.get(instance)?.editing ?? [];
    if (editing.length > 0) this.#others.set(instance, { editing, heardMs: performance.now() });
    else this.#others.delete(instance);
    if (isAsking && this.#here.size > 0) this.#send();
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
