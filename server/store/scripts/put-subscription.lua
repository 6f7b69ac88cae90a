-- Replaces or removes a push subscription. Lists it under each runner and club that it follows, to find the followers of a
-- passing, and counts its bytes for its network and in all, both of which are limited. It changes no result, so it has no
-- version.
--
-- KEYS 1 subscriptions  2 bytes, by network and `all`  3.. the lists of the old subscription, then of the new one
-- ARGV 1 id  2 the present text, or empty for none  3 the new text, or empty to remove it
--      4 the number of old lists  5 the old network, or empty  6 the new network, or empty
--      7 the old bytes  8 the new bytes  9 the most bytes in all  10 the most bytes of a network
--
-- Returns "ok"; "changed" when another text is there; "full" when there is no room.

local id, before, after = ARGV[1], ARGV[2], ARGV[3]
if (redis.call('HGET', KEYS[1], id) or '') ~= before then
  return 'changed'
end

local isMoved = ARGV[5] ~= ARGV[6]
local more = tonumber(ARGV[8]) - tonumber(ARGV[7])
local function count(field)
  return tonumber(redis.call('HGET', KEYS[2], field) or 0)
end
local function change(field, by)
  if by ~= 0 and redis.call('HINCRBY', KEYS[2], field, by) <= 0 then
    redis.call('HDEL', KEYS[2], field)
  end
end

-- A subscription that does not grow and stays in its network is always accepted.
if after ~= '' and (more > 0 or isMoved) then
  local ofNetwork = count(ARGV[6]) + (isMoved and tonumber(ARGV[8]) or more)
  if ofNetwork > tonumber(ARGV[10]) or count('all') + more > tonumber(ARGV[9]) then
    return 'full'
  end
end

local listedBefore = tonumber(ARGV[4])
for i = 3, 2 + listedBefore do
  redis.call('HDEL', KEYS[i], id)
end
if after == '' then
  redis.call('HDEL', KEYS[1], id)
else
  redis.call('HSET', KEYS[1], id, after)
  for i = 3 + listedBefore, #KEYS do
    redis.call('HSET', KEYS[i], id, '1')
  end
end
change(ARGV[5], -tonumber(ARGV[7]))
change(ARGV[6], tonumber(ARGV[8]))
change('all', more)
return 'ok'
