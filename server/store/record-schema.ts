/**
 * The version of the record's content and meaning that this release writes and reads (FEED.md CF27). It is raised with
 * anything that an older release would show wrong or to the wrong people, such as another mark that hides a runner; a
 * field that it can ignore does not raise it.
 */
export const RECORD_SCHEMA = 4;
/** Written by everything except the following. */
export const PLAIN_SCHEMA = 1;
/** Written with a correction of reads: earlier releases would show the original reads. */
export const CORRECTION_SCHEMA = 2;
/** Written with an added read or a time by hand: earlier releases would ignore it. */
export const ADDED_SCHEMA = 3;
/** Written with a document of the race: earlier releases would score it as the race of three distances. */
export const SETUP_SCHEMA = 4;

/** A later release wrote the record: this one can neither show nor change it. The message has two lines. */
export class NewerRecordError extends Error {
  override readonly name = 'NewerRecordError';

  constructor(found: string) {
    super(
      `The race record has the schema ${found} of a newer release of Splitcast; this one knows up to ${RECORD_SCHEMA}.\n` +
        'Nothing was changed: install that release again, or start on a record that this one made (another DATA_DIR or RACE_KEY).',
    );
  }
}

/** @throws {NewerRecordError} for the `schema` of a later release; a record from before schemas has none. */
export function requireKnownSchema(schema: string | null | undefined): void {
  if (schema === null || schema === undefined || Number(schema) <= RECORD_SCHEMA) return;
  throw new NewerRecordError(schema.slice(0, 20));
}
