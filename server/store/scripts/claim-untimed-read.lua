-- Lets exactly one of the instances that hear a published read without a time take it.
-- Each would stamp it with its own clock, so the time cannot tell that it is the same read.
--
-- KEYS 1 sources
-- ARGV 1 field  2 now in ms  3 window in ms
--
-- Returns 1 for the first within the window, 0 for the others.

local last = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '')
if last and math.abs(tonumber(ARGV[2]) - last) < tonumber(ARGV[3]) then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
