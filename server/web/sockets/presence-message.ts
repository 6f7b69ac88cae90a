import { parseJsonObject } from '#shared/model/json-object.ts';
import type { Editing } from '#shared/wire/admin-api.ts';

/** What one instance tells the others. */
export interface PresenceMessage {
  readonly instance: string;
  /** Every open editor of that instance. */
  readonly editing: readonly Editing[];
  /** The sender has just begun to listen and asks the others to tell theirs. */
  readonly isAsking?: boolean;
}

const MAX_TEXT = 320;
const MAX_EDITORS = 1_000;

/** Reads a message of another instance; undefined for anything else that is published there. */
export function parsePresenceMessage(text: string): PresenceMessage | undefined {
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
