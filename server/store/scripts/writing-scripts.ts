import { RECORD_SCHEMA } from '#server/store/record-schema.ts';
import checkRecordLua from './check-record.lua?raw';
import recordSchemaLua from './record-schema.lua?raw';

/** A script that replaces the record: it recognises a record of another schema. */
export function withSchemaCheck(lua: string): string {
  return `local known_schema = '${RECORD_SCHEMA}'\n${recordSchemaLua}${lua}`;
}

/** A script that changes the record: it also recognises a damaged one. */
export function withRecordCheck(lua: string): string {
  return withSchemaCheck(checkRecordLua + lua);
}
