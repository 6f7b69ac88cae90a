-- Stores a batch of reads of one scanner, each once, however often it is sent.
--
-- KEYS 1 meta  2 scans  3 sources  4 changes
-- ARGV 1 channel  2 changes kept  3 epoch to use if the record is new
--      4 source|session, or empty for reads that carry no sequence number
--      5 first seq  6 last seq
--      7.. scanId, scan as JSON, in pairs
--
-- Returns {"ok", highest contiguous seq, stored, duplicates, version}
--      or {"gap", highest contiguous seq} when reads before this batch are missing: nothing is written.

local meta, scans, sources, changes = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local channel, kept, source = ARGV[1], tonumber(ARGV[2]), ARGV[4]
local first, last = tonumber(ARGV[5]), tonumber(ARGV[6])

local high = 0
if source ~= '' then
  high = tonumber(redis.call('HGET', sources, source) or '0')
  if first > high + 1 then
    return { 'gap', high }
  end
end

redis.call('HSETNX', meta, 'epoch', ARGV[3])

local ops = {}
local duplicates = 0
for i = 7, #ARGV, 2 do
  if redis.call('HSETNX', scans, ARGV[i], ARGV[i + 1]) == 1 then
    ops[#ops + 1] = '{"op":"add-scan","scan":' .. ARGV[i + 1] .. '}'
  else
    duplicates = duplicates + 1
  end
end

if source ~= '' and last > high then
  high = last
  redis.call('HSET', sources, source, tostring(high))
end

local version = tonumber(redis.call('HGET', meta, 'version') or '0')
if #ops > 0 then
  version = redis.call('HINCRBY', meta, 'version', 1)
  local change = '{"epoch":"' .. redis.call('HGET', meta, 'epoch') .. '","version":' .. version
    .. ',"ops":[' .. table.concat(ops, ',') .. ']}'
  redis.call('HSET', changes, version, change)
  redis.call('HDEL', changes, version - kept)
  redis.call('PUBLISH', channel, change)
end

return { 'ok', high, #ops, duplicates, version }
