export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined for text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads text as one JSON object; undefined for text that is no JSON, and for any other JSON value. */
export function parseJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(text);
  return isPlainObject(value) ? value : undefined;
}
