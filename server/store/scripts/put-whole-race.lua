-- Replaces the record with a race read from a file, all at once: only names change hands, so a crash before it changes
-- nothing. Prepended: writing-scripts.ts (find_other_schema, mark_schema).
--
-- KEYS 1 meta  2 changes  3 audit  4 sessions  5 push  6 runners  7 scans
--      8.. the parts of the race, the first meta, then the same parts staged
-- ARGV 1 channel  2 new epoch
--      3 the epoch and 4 the version of the race that gives way, or empty when there must be none
--      5 how many fields of each part were staged, as a JSON array
--      6 the audit entry as JSON  7 the version of the race in the file
--      8 the keys that push services know it by, or empty
--
-- Returns {"ok", version}, or {"not-empty"}, {"moved"} or {"lost-staging"} when nothing was replaced.

local other = find_other_schema(KEYS[1])
if other then
  return other
end

if ARGV[3] == '' then
  if redis.call('HLEN', KEYS[6]) + redis.call('HLEN', KEYS[7]) > 0 then
    return { 'not-empty' }
  end
elseif redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[3] or (redis.call('HGET', KEYS[1], 'version') or '0') ~= ARGV[4] then
  return { 'moved' }
end

local counts = cjson.decode(ARGV[5])
for part, count in ipairs(counts) do
  if redis.call('HLEN', KEYS[7 + #counts + part]) ~= count then
    return { 'lost-staging' }
  end
end

local version = math.max(tonumber(redis.call('HGET', KEYS[1], 'version') or 0), tonumber(ARGV[7])) + 1
for part, count in ipairs(counts) do
  local present, staged = KEYS[7 + part], KEYS[7 + #counts + part]
  redis.call('DEL', present)
  if count > 0 then
    redis.call('RENAME', staged, present)
    redis.call('PERSIST', present)
  end
end

-- Nobody compares versions of two histories, and nobody is signed in to accounts that were replaced.
redis.call('HSET', KEYS[1], 'epoch', ARGV[2], 'version', string.format('%.0f', version))
mark_schema(KEYS[1])
redis.call('DEL', KEYS[4])
if ARGV[8] ~= '' then
  redis.call('HSET', KEYS[5], 'vapid', ARGV[8])
end
local change = '{"epoch":"' .. ARGV[2] .. '","version":' .. string.format('%.0f', version) .. ',"ops":[{"op":"reload"}]}'
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[2], string.format('%.0f', version), change)
redis.call('HSET', KEYS[3], string.format('%.0f', version), ARGV[6])
redis.call('PUBLISH', ARGV[1], change)
return { 'ok', version }
