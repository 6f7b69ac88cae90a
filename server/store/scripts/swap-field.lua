-- Writes or removes a field of a hash if its text has not changed. It is no change of the race, so it has no version.
--
-- KEYS 1 hash
-- ARGV 1 field  2 the present text  3 the new text, or empty to remove the field
--
-- Returns 1, or 0 if another text is there.

if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then
  return 0
end
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
end
return 1
