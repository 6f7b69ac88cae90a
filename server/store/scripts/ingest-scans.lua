-- Stores a batch of reads of one scanner, each once, however often it is sent: the id of a read is its content.
-- Before it: guard.lua (find_fault, mark_schema).
--
-- KEYS 1 meta  2 scans  3 sources  4 changes
-- ARGV 1 channel  2 changes kept  3 epoch to use if the record is new
--      4 source|session, or empty for reads that carry no sequence number
--      5 first seq  6 last seq
--      7.. scanId, scan as JSON, in pairs
--
-- Returns {"ok", highest contiguous seq, stored, duplicates, version}, where a read that the same batch stored before, when
--      its reply was lost, is no duplicate,
--      or {"gap", highest contiguous seq} when reads before this batch are missing: nothing is written.

local meta, scans, sources, changes = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local channel, kept, source = ARGV[1], tonumber(ARGV[2]), ARGV[4]
local first, last = tonumber(ARGV[5]), tonumber(ARGV[6])

local time = redis.call('TIME')

local fault = find_fault(meta)
if fault then
  return fault
end

local high = 0
if source ~= '' then
  -- A mark that is no number is ignored: repeated reads are stored once all the same.
  local mark = redis.call('HGET', sources, source)
  high = mark and mark:match('^%d+$') and tonumber(mark) or 0
  if first > high + 1 then
    return { 'gap', high }
  end
end

mark_schema(meta)
redis.call('HSETNX', meta, 'epoch', ARGV[3])

-- The time of arrival is by this server's clock for all scanners. It does not affect the id of a read.
local arrived = string.format(',"arrivedMs":%.0f}', tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000))

local ops = {}
local duplicates = 0
for i = 7, #ARGV, 2 do
  local scan = ARGV[i + 1]:sub(1, -2) .. arrived
  if redis.call('HSETNX', scans, ARGV[i], scan) == 1 then
    ops[#ops + 1] = '{"op":"add-scan","scan":' .. scan .. '}'
  else
    local present = redis.call('HGET', scans, ARGV[i])
    if present:sub(1, #ARGV[i + 1] - 1) ~= ARGV[i + 1]:sub(1, -2) then
      duplicates = duplicates + 1
    end
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
