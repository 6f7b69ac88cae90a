-- Gives a passing to the first instance that asks for it, with all who wait for it. Whom nobody follows
-- leaves no trace, so what is kept is bounded by those who are followed.
--
-- KEYS 1 meta  2 told  3.. the lists of those who follow the runner
-- ARGV 1 the epoch of the instance  2 the passing  3 the passing after which no other is told
--
-- Returns the ids of the subscriptions: none when the passing was given away before, is
-- behind what was told, or belongs to a record that was replaced.

if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then
  return {}
end
local isFollowed = false
for i = 3, #KEYS do
  isFollowed = isFollowed or redis.call('EXISTS', KEYS[i]) == 1
end
if not isFollowed then
  return {}
end

-- What was told of a record goes with it.
if redis.call('HGET', KEYS[2], 'epoch') ~= ARGV[1] then
  redis.call('UNLINK', KEYS[2])
  redis.call('HSET', KEYS[2], 'epoch', ARGV[1])
end
if redis.call('HEXISTS', KEYS[2], ARGV[3]) == 1 or redis.call('HSETNX', KEYS[2], ARGV[2], '1') == 0 then
  return {}
end

local found, seen = {}, {}
for i = 3, #KEYS do
  for _, id in ipairs(redis.call('HKEYS', KEYS[i])) do
    if not seen[id] then
      found[#found + 1] = id
    end
    seen[id] = true
  end
end
return found
