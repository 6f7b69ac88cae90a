-- Stands before the scripts that change the record, after `known_schema` and `plain_schema` (see writing-scripts.ts).

-- The error for a record that a later release wrote, or nil.
local function find_newer(meta)
  local schema = redis.call('HGET', meta, 'schema')
  local number = tonumber(schema or 0)
  if not number or number > known_schema then
    return redis.error_reply('NEWER the record has the schema of a newer release')
  end
end

-- What is written next has at least the schema that most of what this release writes has.
local function mark_schema(meta)
  local schema = redis.call('HGET', meta, 'schema')
  if not schema or tonumber(schema) < plain_schema then
    redis.call('HSET', meta, 'schema', plain_schema)
  end
end

