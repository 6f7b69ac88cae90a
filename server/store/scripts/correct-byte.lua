-- Puts one byte of a field right, if the field is otherwise as it was read. Nobody sees another record by it, so it has no version.
--
-- KEYS 1 hash
-- ARGV 1 field  2 what stands before the byte  3 the right byte  4 what stands behind it
--
-- Returns 1 when it was done, 0 when something else is there.

local text = redis.call('HGET', KEYS[1], ARGV[1])
local before, after = ARGV[2], ARGV[4]
if not text or #text ~= #before + 1 + #after then
  return 0
end
if text:sub(1, #before) ~= before or text:sub(#before + 2) ~= after then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], before .. ARGV[3] .. after)
return 1
