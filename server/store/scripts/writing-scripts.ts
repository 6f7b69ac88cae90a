import { RECORD_SCHEMA } from '../record-schema.ts';
import checkRecordLua from './check-record.lua?raw';
import commitChangeLua from './commit-change.lua?raw';
import ingestScansLua from './ingest-scans.lua?raw';
import recordSchemaLua from './record-schema.lua?raw';
import replaceRecordLua from './replace-record.lua?raw';

const SCHEMA_LUA = `local known_schema = ${RECORD_SCHEMA}\n${recordSchemaLua}`;

/** Makes one change of the record, or none; `commit-change.lua` says what it takes and answers. */
export const COMMIT_CHANGE_LUA = SCHEMA_LUA + checkRecordLua + commitChangeLua;

/** Stores reads, each once; `ingest-scans.lua` says what it takes and answers. */
export const INGEST_SCANS_LUA = SCHEMA_LUA + checkRecordLua + ingestScansLua;

/** Puts staged records in the place of all; `replace-record.lua` says what it takes and answers. */
export const REPLACE_RECORD_LUA = SCHEMA_LUA + replaceRecordLua;
