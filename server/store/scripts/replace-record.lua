-- Puts staged records in the place of all runners and scans, and keeps the old ones as a backup.
-- Only names change hands, so this takes the same short time for any number of records, and a
-- crash before it leaves everything as it was.
--
-- KEYS 1 meta  2 changes  3 audit  4 backups  5 runners  6 bands  7 scans  8 dismissals
--      9.. the same four staged  13.. the same four as a backup
-- ARGV 1 channel  2 new epoch  3 backup id  4 backup entry as JSON, without its counts
--      5 how many runners were staged  6 how many wristbands  7 how many scans  8 how many dismissals
--      9 the audit entry as JSON  10 how many scans may be replaced, or empty for any number
--
-- Returns {"ok", version, runners before, scans before}
--      or {"lost-staging"} when the staged records are not all there
--      or {"more-scans", scans} when there are more scans than may be replaced: nothing is written.

for part = 0, 3 do
  if redis.call('HLEN', KEYS[9 + part]) ~= tonumber(ARGV[5 + part]) then
    return { 'lost-staging' }
  end
end

local runners = redis.call('HLEN', KEYS[5])
local scans = redis.call('HLEN', KEYS[7])
if ARGV[10] ~= '' and scans > tonumber(ARGV[10]) then
  return { 'more-scans', scans }
end

for part = 0, 3 do
  if redis.call('EXISTS', KEYS[5 + part]) == 1 then
    redis.call('RENAME', KEYS[5 + part], KEYS[13 + part])
  end
  if redis.call('EXISTS', KEYS[9 + part]) == 1 then
    redis.call('RENAME', KEYS[9 + part], KEYS[5 + part])
    redis.call('PERSIST', KEYS[5 + part])
  end
end

local entry = ARGV[4]:sub(1, -2) .. ',"runners":' .. runners .. ',"scans":' .. scans .. '}'
redis.call('HSET', KEYS[4], ARGV[3], entry)

redis.call('HSET', KEYS[1], 'epoch', ARGV[2])
local version = redis.call('HINCRBY', KEYS[1], 'version', 1)
local change = '{"epoch":"' .. ARGV[2] .. '","version":' .. version .. ',"ops":[{"op":"reload"}]}'
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[2], version, change)
redis.call('HSET', KEYS[3], version, ARGV[9])
redis.call('PUBLISH', ARGV[1], change)
return { 'ok', version, runners, scans }
