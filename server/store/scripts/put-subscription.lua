-- Puts a push subscription in the place of the one before under its id, or takes it away; lists it with
-- all that it follows, so that a passing finds those who wait for it without looking at all of them, and
-- counts it for the network it came from, which has a share of the room.
-- No result follows from it, so it has no version.
--
-- KEYS 1 subscriptions  2 what they count for, by network and in all  3.. the lists of what it followed and what it is
--      to follow
-- ARGV 1 id  2 the text that must be there, or empty for none  3 the text to keep, or empty to take it away
--      4 how many of the lists are of before  5 the network it was of, or empty  6 the network it is of, or empty
--      7 what it counted for  8 what it is to count for  9 the most in all  10 the most of a network
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

-- An existing subscription may always ask for no more than before, from the same network.
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
