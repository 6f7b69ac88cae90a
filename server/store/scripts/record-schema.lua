-- Prepended to the scripts that change the record, after `known_schema` (see writing-scripts.ts).

-- The error for a record of another schema, or nil.
local function find_other_schema(meta)
  local schema = redis.call('HGET', meta, 'schema')
  if schema and schema ~= known_schema then
    return redis.error_reply('SCHEMA the record has the schema of another release')
  end
end

local function mark_schema(meta)
  redis.call('HSETNX', meta, 'schema', known_schema)
end

