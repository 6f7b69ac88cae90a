import checkRecordLua from './check-record.lua?raw';
import commitChangeLua from './commit-change.lua?raw';
import ingestScansLua from './ingest-scans.lua?raw';

/** Makes one change of the record, or none; `commit-change.lua` says what it takes and answers. */
export const COMMIT_CHANGE_LUA = checkRecordLua + commitChangeLua;

/** Stores reads, each once; `ingest-scans.lua` says what it takes and answers. */
export const INGEST_SCANS_LUA = checkRecordLua + ingestScansLua;
