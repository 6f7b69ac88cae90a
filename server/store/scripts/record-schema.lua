-- Stands before the scripts that change the record, after `known_schema` and `plain_schema` (see writing-scripts.ts).

-- The error for a record that a later release wrote, or nil.
local function find_newer(meta)
  local schema = redis.call('HGET', meta, 'schema')
  local number = tonumber(schema or 0)
  if not number or number > known_schema then
    return redis.error_reply('NEWER the record has the schema of a newer release')
  end
end

-- What is written next has at least this schema, else the one that most of what this release writes has.
local function mark_schema(meta, wanted)
  local schema = redis.call('HGET', meta, 'schema')
  local least = wanted or plain_schema
  if not schema or tonumber(schema) < least then
    redis.call('HSET', meta, 'schema', least)
  end
end

