-- Puts staged records in the place of all runners, scans and what goes with them, and keeps the old
-- ones as a backup. Only names change hands, so this takes the same short time for any number of
-- records, and a crash before it leaves everything as it was.
-- What stands before it: writing-scripts.ts (find_other_schema, mark_schema).
--
-- KEYS 1 meta  2 changes  3 audit  4 backups  5 config  6 backup config
--      7.. the parts of the record, the first runners and the third scans
--      then the same parts staged, then the same as a backup
--      then what became of taps, and last the settings to bring back, if any
-- ARGV 1 channel  2 new epoch  3 backup id  4 backup entry as JSON, without its counts and version
--      5 how many of each part were staged, as a JSON array
--      6 the audit entry as JSON, ending with the object `after`, without the number of scans
--      7 how many scans may be replaced, or empty for any number
--      8 the epoch and 9 the version up to which the present scans are among the staged ones,
--      so that those stored since are added to them; or empty when the present scans are not kept
--      10 how many scans may be added so  11 who made the new record, if it is not people's
--      12 'scans' when nothing but scans may have come in since, or empty
--      13 the part of the record with the passes of marshals, which stay as they are
--      14 'taps' when those sent again come in anew, since what they became gives way, or empty
--      15.. by pairs a runner of a merge and the audit entry about them as JSON
--
-- Returns {"ok", version, runners before, scans before, scans after}
--      or {"lost-staging"} when the staged records are not all there
--      or {"more-scans", scans} when there are more scans than may be replaced
--      or {"other-record"} when the record was replaced since it was staged for
--      or {"behind"} when too many scans came in since, or what must not: in all four cases nothing is replaced.

local other = find_other_schema(KEYS[1])
if other then
  return other
end

local counts = cjson.decode(ARGV[5])
local function present(part) return KEYS[6 + part] end
local function staged(part) return KEYS[6 + #counts + part] end
local function kept(part) return KEYS[6 + 2 * #counts + part] end
local taps, settings = KEYS[7 + 3 * #counts], KEYS[8 + 3 * #counts]
local RUNNERS, SCANS = 1, 3

for part, count in ipairs(counts) do
  if redis.call('HLEN', staged(part)) ~= count then
    return { 'lost-staging' }
  end
end

local runners = redis.call('HLEN', present(RUNNERS))
local scans = redis.call('HLEN', present(SCANS))
if ARGV[7] ~= '' and scans > tonumber(ARGV[7]) then
  return { 'more-scans', scans }
end

if ARGV[8] ~= '' then
  if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[8] then
    return { 'other-record' }
  end
  local missing = {}
  for version = tonumber(ARGV[9]) + 1, tonumber(redis.call('HGET', KEYS[1], 'version')) do
    local change = redis.call('HGET', KEYS[2], version)
    if not change or #missing > tonumber(ARGV[10]) then
      return { 'behind' }
    end
    for _, op in ipairs(cjson.decode(change).ops) do
      if op.op == 'add-scan' then
        missing[#missing + 1] = op.scan.scanId
      elseif ARGV[12] ~= '' then
        return { 'behind' }
      end
    end
  end
  for _, id in ipairs(missing) do
    redis.call('HSETNX', staged(SCANS), id, redis.call('HGET', present(SCANS), id))
  end
end
local after = redis.call('HLEN', staged(SCANS))

for part = 1, #counts do
  if redis.call('EXISTS', present(part)) == 1 then
    redis.call('RENAME', present(part), kept(part))
  end
  if redis.call('EXISTS', staged(part)) == 1 then
    redis.call('RENAME', staged(part), present(part))
    redis.call('PERSIST', present(part))
  end
end

-- One that was ended must not open again, and none that is in use ends.
local control = tonumber(ARGV[13])
local function is_pass(field) return field:sub(1, 8) == 'marshal:' end
for _, field in ipairs(redis.call('HKEYS', present(control))) do
  if is_pass(field) then
    redis.call('HDEL', present(control), field)
  end
end
local entries = redis.call('HGETALL', kept(control))
for i = 1, #entries, 2 do
  if is_pass(entries[i]) then
    redis.call('HSET', present(control), entries[i], entries[i + 1])
  end
end
if ARGV[14] ~= '' then
  redis.call('DEL', taps)
end

redis.call('COPY', KEYS[5], KEYS[6])
if settings then
  redis.call('DEL', KEYS[5])
  redis.call('COPY', settings, KEYS[5])
end

mark_schema(KEYS[1])
redis.call('HSET', KEYS[1], 'epoch', ARGV[2])
if ARGV[11] == '' then
  redis.call('HDEL', KEYS[1], 'madeBy')
else
  redis.call('HSET', KEYS[1], 'madeBy', ARGV[11])
end
local version = redis.call('HINCRBY', KEYS[1], 'version', 1)

local entry = ARGV[4]:sub(1, -2)
  .. ',"version":' .. version .. ',"runners":' .. runners .. ',"scans":' .. scans .. '}'
redis.call('HSET', KEYS[4], ARGV[3], entry)

local change = '{"epoch":"' .. ARGV[2] .. '","version":' .. version .. ',"ops":[{"op":"reload"}]}'
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[2], version, change)
redis.call('HSET', KEYS[3], version, ARGV[6]:sub(1, -3) .. ',"scans":' .. after .. '}}')
for i = 15, #ARGV, 2 do
  local entry = ARGV[i + 1]:sub(1, -2) .. ',"epoch":"' .. ARGV[2] .. '"}'
  redis.call('HSET', KEYS[3], version .. ':' .. ARGV[i], entry)
end
redis.call('PUBLISH', ARGV[1], change)
return { 'ok', version, runners, scans, after }
