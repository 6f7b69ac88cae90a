import { randomUUID } from 'node:crypto';
import type { PresenceChannel } from '#server/store/presence-channel.ts';
import type { Editing } from '#shared/wire/admin-events.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';

/** What one instance tells the others. */
interface PresenceMessage {
  readonly instance: string;
  /** Every open editor of that instance. */
  readonly editing: readonly Editing[];
  /** The sender has just begun to listen and asks the others to tell theirs. */
  readonly isAsking?: boolean;
}

const MAX_TEXT = 320;
const MAX_EDITORS = 1_000;

/** Reads a message of another instance; undefined for anything else that is published there. */
function parsePresenceMessage(text: string): PresenceMessage | undefined {
  const message = parseJsonObject(text);
  if (!message || !isShortText(message['instance'])) return undefined;
  const { instance, editing, isAsking } = message;
  if (!Array.isArray(editing) || editing.length > MAX_EDITORS) return undefined;
  if (!editing.every(isEditing)) return undefined;
  return { instance, editing, isAsking: isAsking === true };
}

/** Reads which editor an organiser's page says is open: an id, or null for none; undefined for anything else. */
export function parseEditing(value: unknown): string | null | undefined {
  const given =
    typeof value === 'object' && value !== null && 'runnerId' in value ? value.runnerId : value;
  return given === null || isShortText(given) ? given : undefined;
}

function isEditing(value: unknown): value is Editing {
  if (typeof value !== 'object' || value === null) return false;
  const { runnerId, email } = value as Partial<Record<keyof Editing, unknown>>;
  return isShortText(runnerId) && isShortText(email);
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT;
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
    const message = parsePresenceMessage(text);
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
