-- Notes how far the clock of a scanner is from that of this Redis, or that it is right (again).
-- It has no version: nothing that is known of the race follows from it.
--
-- KEYS 1 clocks
-- ARGV 1 field  2 source  3 how far ahead in ms, 0 when it is right  4 how long a note stands in ms
--
-- Returns how many notes there are.

-- Before Redis 7 a script that has asked for the time may write only after this.
if redis.replicate_commands then
  redis.replicate_commands()
end
local clocks, field, aheadMs = KEYS[1], ARGV[1], tonumber(ARGV[3])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

-- A scanner that was killed takes nothing back: what it said goes with time.
local all = redis.call('HGETALL', clocks)
for i = 1, #all, 2 do
  local isJson, note = pcall(cjson.decode, all[i + 1])
  local atMs = isJson and type(note) == 'table' and tonumber(note.atMs)
  if not atMs or math.abs(now - atMs) > tonumber(ARGV[4]) then
    redis.call('HDEL', clocks, all[i])
  end
end

if aheadMs == 0 then
  redis.call('HDEL', clocks, field)
else
  local note = cjson.encode({ source = ARGV[2], aheadMs = aheadMs })
  redis.call('HSET', clocks, field, note:sub(1, -2) .. ',"atMs":' .. string.format('%.0f', now) .. '}')
end
return redis.call('HLEN', clocks)
