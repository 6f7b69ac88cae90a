-- Writes or removes a field of a hash if it still holds what was read. Only changes of the record have a version, so
-- this has none.
--
-- KEYS 1 hash
-- ARGV 1 field  2 what it must hold  3 what it is to hold, or empty to take it away
--
-- Returns 1 when it was done, 0 when something else is there.

if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then
  return 0
end
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
end
return 1
