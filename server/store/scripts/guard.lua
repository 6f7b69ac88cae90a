-- Precedes each script that changes the record, after `known_schema` (record-schema.ts). Writes cannot be rolled back, so
-- everything that would fail half-way is checked first: returns the error, or nil. Fails for a key that is no hash.
local function find_fault(meta)
  for _, key in ipairs(KEYS) do
    redis.call('HLEN', key)
  end
  -- Lua would write more digits with an exponent.
  local version = redis.call('HGET', meta, 'version')
  if version and not (version:match('^%d+$') and #version <= 13) then
    return redis.error_reply('DAMAGED the version of the record is no number')
  end
  local schema = redis.call('HGET', meta, 'schema')
  if schema and schema ~= known_schema then
    return redis.error_reply('SCHEMA the record has the schema of another release')
  end
end

local function mark_schema(meta)
  redis.call('HSETNX', meta, 'schema', known_schema)
end

