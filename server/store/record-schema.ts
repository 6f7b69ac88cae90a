import guardLua from './scripts/guard.lua?raw';

/** The schema number in the record's `meta`: raised with each change of its content or meaning (FEED.md CF27). */
export const RECORD_SCHEMA = '1';

/** The record has the schema of another release. */
export class OtherSchemaError extends Error {
  override readonly name = 'OtherSchemaError';

  constructor(found: string) {
    super(
      `The race record has schema ${found}, and this release of Splitcast reads schema ${RECORD_SCHEMA}: start the release that wrote it, or name another record with DATA_DIR or RACE_KEY.`,
    );
  }
}

/** A new record has no `schema` yet. @throws {OtherSchemaError} */
export function requireSchema(schema: string | null | undefined): void {
  if (schema === null || schema === undefined || schema === RECORD_SCHEMA) return;
  throw new OtherSchemaError(schema.slice(0, 20));
}

/** A script with the checks that precede each change of the record. */
export function withGuard(lua: string): string {
  return `local known_schema = '${RECORD_SCHEMA}'\n${guardLua}${lua}`;
}
