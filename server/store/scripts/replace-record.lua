-- Puts staged records in the place of all runners and scans, and keeps the old ones as a backup.
-- Only names change hands, so this takes the same short time for any number of records, and a
-- crash before it leaves everything as it was.
--
-- KEYS 1 meta  2 changes  3 audit  4 backups  5 runners  6 bands  7 scans  8 dismissals  9 corrections  10 config
--      11.. the five parts from 5 on staged  16.. the same five as a backup  21 backup config
--      22 the settings to bring back, if any
-- ARGV 1 channel  2 new epoch  3 backup id  4 backup entry as JSON, without its counts and version
--      5 how many runners were staged  6 how many wristbands  7 how many scans  8 how many dismissals
--      9 how many corrections
--      10 the audit entry as JSON, ending with the object `after`, without the number of scans
--      11 how many scans may be replaced, or empty for any number
--      12 the epoch and 13 the version up to which the present scans are among the staged ones,
--      so that those stored since are added to them; or empty when the present scans are not kept
--      14 how many scans may be added so  15 who made the new record, if it is not people's
--      16 'scans' when nothing but scans may have come in since, or empty
--
-- Returns {"ok", version, runners before, scans before, scans after}
--      or {"lost-staging"} when the staged records are not all there
--      or {"more-scans", scans} when there are more scans than may be replaced
--      or {"other-record"} when the record was replaced since it was staged for
--      or {"behind"} when too many scans came in since, or what must not: in all four cases nothing is replaced.

local newer = find_newer(KEYS[1])
if newer then
  return newer
end

for part = 0, 4 do
  if redis.call('HLEN', KEYS[11 + part]) ~= tonumber(ARGV[5 + part]) then
    return { 'lost-staging' }
  end
end

local runners = redis.call('HLEN', KEYS[5])
local scans = redis.call('HLEN', KEYS[7])
if ARGV[11] ~= '' and scans > tonumber(ARGV[11]) then
  return { 'more-scans', scans }
end

if ARGV[12] ~= '' then
  if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[12] then
    return { 'other-record' }
  end
  local missing = {}
  for version = tonumber(ARGV[13]) + 1, tonumber(redis.call('HGET', KEYS[1], 'version')) do
    local change = redis.call('HGET', KEYS[2], version)
    if not change or #missing > tonumber(ARGV[14]) then
      return { 'behind' }
    end
    for _, op in ipairs(cjson.decode(change).ops) do
      if op.op == 'add-scan' then
        missing[#missing + 1] = op.scan.scanId
      elseif ARGV[16] ~= '' then
        return { 'behind' }
      end
    end
  end
  for _, id in ipairs(missing) do
    redis.call('HSETNX', KEYS[13], id, redis.call('HGET', KEYS[7], id))
  end
end
local after = redis.call('HLEN', KEYS[13])

for part = 0, 4 do
  if redis.call('EXISTS', KEYS[5 + part]) == 1 then
    redis.call('RENAME', KEYS[5 + part], KEYS[16 + part])
  end
  if redis.call('EXISTS', KEYS[11 + part]) == 1 then
    redis.call('RENAME', KEYS[11 + part], KEYS[5 + part])
    redis.call('PERSIST', KEYS[5 + part])
  end
end

redis.call('COPY', KEYS[10], KEYS[21])
if KEYS[22] then
  redis.call('DEL', KEYS[10])
  redis.call('COPY', KEYS[22], KEYS[10])
end

mark_schema(KEYS[1])
redis.call('HSET', KEYS[1], 'epoch', ARGV[2])
if ARGV[15] == '' then
  redis.call('HDEL', KEYS[1], 'madeBy')
else
  redis.call('HSET', KEYS[1], 'madeBy', ARGV[15])
end
local version = redis.call('HINCRBY', KEYS[1], 'version', 1)

local entry = ARGV[4]:sub(1, -2)
  .. ',"version":' .. version .. ',"runners":' .. runners .. ',"scans":' .. scans .. '}'
redis.call('HSET', KEYS[4], ARGV[3], entry)

local change = '{"epoch":"' .. ARGV[2] .. '","version":' .. version .. ',"ops":[{"op":"reload"}]}'
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[2], version, change)
redis.call('HSET', KEYS[3], version, ARGV[10]:sub(1, -3) .. ',"scans":' .. after .. '}}')
redis.call('PUBLISH', ARGV[1], change)
return { 'ok', version, runners, scans, after }
