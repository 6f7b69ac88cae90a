-- Puts a push subscription in the place of the one before under its id, or takes it away; lists it with
-- all that it follows, so that a passing finds those who wait for it without looking at all of them.
-- No result follows from it, so it has no version.
--
-- KEYS 1 subscriptions  2 push  3.. the lists of what it followed and what it is to follow
-- ARGV 1 id  2 the text that must stand there, or empty for none  3 the text to keep, or empty to take it away
--      4 how many subscriptions there may be  5 how many bytes in all  6 bytes each list costs
--      7 how many of the lists are of before
--
-- Returns "ok"; "changed" when another text stands there; "full" when there is no room.

local id, before, after = ARGV[1], ARGV[2], ARGV[3]
if (redis.call('HGET', KEYS[1], id) or '') ~= before then
  return 'changed'
end

local listedBefore = tonumber(ARGV[7])
local function cost(text, lists)
  return text == '' and 0 or #text + lists * tonumber(ARGV[6])
end
local more = cost(after, #KEYS - 2 - listedBefore) - cost(before, listedBefore)
local bytes = tonumber(redis.call('HGET', KEYS[2], 'bytes') or 0) + more
if after ~= '' and more > 0 then
  local isNew = before == ''
  if (isNew and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[4])) or bytes > tonumber(ARGV[5]) then
    return 'full'
  end
end

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
redis.call('HSET', KEYS[2], 'bytes', string.format('%.0f', math.max(0, bytes)))
return 'ok'
