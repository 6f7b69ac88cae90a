-- Notes that the scanner of a source is there, or that it has ended.
-- It has no version: nothing that is known of the race follows from it.
--
-- KEYS 1 scanners
-- ARGV 1 source  2 'here' or 'ended'  3 time of its last read in ms, '' when it does not know
--      4 how long a note stands in ms  5 how many stand at most
--      6 what its reader told of itself, as JSON  7 how many reads wait in its journal, '' when it does not know
--
-- Returns how many notes there are.

-- Before Redis 7 a script that has asked for the time may write only after this.
if redis.replicate_commands then
  redis.replicate_commands()
end
local scanners, source = KEYS[1], ARGV[1]
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local lastRead = tonumber(ARGV[3])
local others = {}
local all = redis.call('HGETALL', scanners)
for i = 1, #all, 2 do
  local isJson, note = pcall(cjson.decode, all[i + 1])
  local atMs = isJson and type(note) == 'table' and tonumber(note.atMs)
  if all[i] == source then
    -- One that was started again knows of no read yet.
    lastRead = lastRead or (atMs and tonumber(note.lastReadMs))
  elseif not atMs or math.abs(now - atMs) > tonumber(ARGV[4]) then
    redis.call('HDEL', scanners, all[i])
  else
    others[#others + 1] = { all[i], atMs }
  end
end

if ARGV[2] == 'ended' then
  redis.call('HDEL', scanners, source)
  return #others
end
-- Who was heard longest ago makes room.
table.sort(others, function(a, b) return a[2] > b[2] end)
for i = tonumber(ARGV[5]), #others do
  redis.call('HDEL', scanners, others[i][1])
end
-- cjson would write a time with an exponent.
local read = lastRead and (',"lastReadMs":' .. string.format('%.0f', lastRead)) or ''
local unsent = ARGV[7] ~= '' and (',"unsent":' .. ARGV[7]) or ''
local note = '{"atMs":' .. string.format('%.0f', now) .. read .. unsent .. ',"reader":' .. ARGV[6] .. '}'
redis.call('HSET', scanners, source, note)
return redis.call('HLEN', scanners)
