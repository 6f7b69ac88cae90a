-- Makes one change of the record, or none at all.
-- What stands before it: writing-scripts.ts (find_damage, mark_schema).
--
-- KEYS 1 meta  2 changes  3 audit  4.. the hashes the change reads or writes
-- ARGV 1 channel  2 changes kept  3 epoch to use if the record is new
--      4 the plan as JSON: {"on":{"epoch":e,"edits":n},              the state it was decided on; without edits any of the epoch
--                           "expect":[{"key":4,"field":f,"value":v}],   value absent: the field must not exist
--                           "set":[{"key":4,"field":f,"value":v}], "del":[{"key":4,"field":f}]}
--      5 the operations as a JSON array, for the change feed
--      6 the audit entry as JSON, without its version and epoch
--      7 the runner the change is about, or empty: ends the name of the audit field
--      8, 9 and so on the same two for each other runner whom the change is about
--
-- Returns {"ok", version} or {"stale", position of the first expectation that fails, what is there instead, version},
-- with the position 0 where it was decided on another state.

local meta, changes, audit = KEYS[1], KEYS[2], KEYS[3]
local plan = cjson.decode(ARGV[4])

local damage = find_damage(KEYS, meta)
if damage then
  return damage
end

local present = tonumber(redis.call('HGET', meta, 'version') or 0)
if plan.on then
  local edits = tonumber(redis.call('HGET', meta, 'edits') or 0)
  if (redis.call('HGET', meta, 'epoch') or '') ~= plan.on.epoch or (plan.on.edits and plan.on.edits ~= edits) then
    return { 'stale', 0, '', present }
  end
end
for i, expected in ipairs(plan.expect) do
  local actual = redis.call('HGET', KEYS[expected.key], expected.field)
  if (expected.value == nil and actual) or (expected.value ~= nil and actual ~= expected.value) then
    return { 'stale', i, actual or '', present }
  end
end

for _, write in ipairs(plan.set) do
  redis.call('HSET', KEYS[write.key], write.field, write.value)
end
for _, removal in ipairs(plan.del) do
  redis.call('HDEL', KEYS[removal.key], removal.field)
end

mark_schema(meta)
redis.call('HSETNX', meta, 'epoch', ARGV[3])
local epoch = redis.call('HGET', meta, 'epoch')
local version = redis.call('HINCRBY', meta, 'version', 1)
redis.call('HSET', meta, 'edits', version)
local change = '{"epoch":"' .. epoch .. '","version":' .. version .. ',"ops":' .. ARGV[5] .. '}'
redis.call('HSET', changes, version, change)
redis.call('HDEL', changes, version - tonumber(ARGV[2]))
for i = 6, #ARGV, 2 do
  local field = ARGV[i + 1] == '' and version or version .. ':' .. ARGV[i + 1]
  redis.call('HSET', audit, field, ARGV[i]:sub(1, -2) .. ',"epoch":"' .. epoch .. '"}')
end
redis.call('PUBLISH', ARGV[1], change)
return { 'ok', version }
