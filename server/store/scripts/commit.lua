-- Makes one change of the record, or none at all. Before it: guard.lua (find_fault, mark_schema).
--
-- KEYS 1 meta  2 changes  3 audit  4.. all other hashes named in the plan
-- ARGV 1 channel  2 changes kept  3 epoch to use if the record is new
--      4 the plan as JSON:
--        on {epoch, edits, version}      the state on which it was decided; absent ones are not compared
--        expect [{key, field, value}]    without a value the field must not exist
--        atMost [{key, fields}]          the hash has no more fields than these
--        set [{key, field, value}], del [{key, field}]
--        epoch                           a new one, which makes everybody load the race again
--        swap {parts [{key, staged, fields, kept}], drop [key], late, backup}: renames whole hashes.
--          Each is kept under the name `kept`, if given, and replaced by the `staged` one, if given, which must have this
--          number of fields. `late` {scans, staged, since}: scans of later versions are staged too. `backup`
--          {key, id, entry, runners, scans}: the script adds the version and the counts to the entry
--      5 the operations as a JSON array, for the change feed
--      6 the entries of the log as a JSON array
--
-- Returns {"ok", version}
--      or {"stale", position of the first expectation that fails, version}, with the position 0 if `on` fails
--      or {"over", position of the first hash with more fields, fields}
--      or {"lost-staging"}

local meta, changes, audit = KEYS[1], KEYS[2], KEYS[3]
local plan = cjson.decode(ARGV[4])
local swap = plan.swap

local fault = find_fault(meta)
if fault then
  return fault
end

local present = tonumber(redis.call('HGET', meta, 'version') or 0)
if plan.on then
  local edits = tonumber(redis.call('HGET', meta, 'edits') or 0)
  if (redis.call('HGET', meta, 'epoch') or '') ~= plan.on.epoch
    or (plan.on.edits and plan.on.edits ~= edits)
    or (plan.on.version and plan.on.version ~= present) then
    return { 'stale', 0, present }
  end
end
for i, expected in ipairs(plan.expect) do
  local actual = redis.call('HGET', expected.key, expected.field)
  if (expected.value == nil and actual) or (expected.value ~= nil and actual ~= expected.value) then
    return { 'stale', i, present }
  end
end
for i, bound in ipairs(plan.atMost) do
  local fields = redis.call('HLEN', bound.key)
  if fields > bound.fields then
    return { 'over', i, fields }
  end
end

if swap then
  for _, part in ipairs(swap.parts) do
    if part.staged and redis.call('HLEN', part.staged) ~= part.fields then
      return { 'lost-staging' }
    end
  end
  if swap.late then
    for version = swap.late.since + 1, present do
      local change = redis.call('HGET', changes, version)
      if not change then
        return { 'stale', 0, present }
      end
      for _, op in ipairs(cjson.decode(change).ops) do
        local scan = op.op == 'add-scan' and redis.call('HGET', swap.late.scans, op.scan.scanId)
        if scan then
          redis.call('HSETNX', swap.late.staged, op.scan.scanId, scan)
        end
      end
    end
  end
  -- Renaming takes the same short time for any number of fields.
  for _, part in ipairs(swap.parts) do
    local key = part.key
    if not part.staged then
      redis.call('COPY', key, part.kept)
    else
      if part.kept and redis.call('EXISTS', key) == 1 then
        redis.call('RENAME', key, part.kept)
      end
      redis.call('UNLINK', key)
      if redis.call('EXISTS', part.staged) == 1 then
        redis.call('RENAME', part.staged, key)
        redis.call('PERSIST', key)
      end
    end
  end
  for _, key in ipairs(swap.drop) do
    redis.call('UNLINK', key)
  end
end

for _, write in ipairs(plan.set) do
  redis.call('HSET', write.key, write.field, write.value)
end
for _, removal in ipairs(plan.del) do
  redis.call('HDEL', removal.key, removal.field)
end

mark_schema(meta)
if plan.epoch then
  redis.call('HSET', meta, 'epoch', plan.epoch)
else
  redis.call('HSETNX', meta, 'epoch', ARGV[3])
end
local epoch = redis.call('HGET', meta, 'epoch')
local version = redis.call('HINCRBY', meta, 'version', 1)
redis.call('HSET', meta, 'edits', version)
if swap and swap.backup then
  local backup = swap.backup
  redis.call('HSET', backup.key, backup.id, backup.entry:sub(1, -2)
    .. ',"version":' .. version
    .. ',"runners":' .. redis.call('HLEN', backup.runners)
    .. ',"scans":' .. redis.call('HLEN', backup.scans) .. '}')
end

local change = '{"epoch":"' .. epoch .. '","version":' .. version .. ',"ops":' .. ARGV[5] .. '}'
redis.call('HSET', changes, version, change)
redis.call('HDEL', changes, version - tonumber(ARGV[2]))
redis.call('HSET', audit, version, '{"epoch":"' .. epoch .. '","entries":' .. ARGV[6] .. '}')
redis.call('PUBLISH', ARGV[1], change)
return { 'ok', version }
