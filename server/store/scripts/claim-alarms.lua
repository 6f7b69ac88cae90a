-- Notes which matters of race control stand, and gives each that is new to the first instance that asks.
--
-- KEYS 1 what stood at the last looks: by matter, empty while it stands, else since when it does not
-- ARGV 1 now, in ms  2 so long after it was gone a matter is new again  3.. the matters that stand
--
-- Returns those that are new: none at the first look, when all of them are old to whoever begins.

local nowMs, goneMs = tonumber(ARGV[1]), tonumber(ARGV[2])
local isFirst = redis.call('HSETNX', KEYS[1], 'begun', ARGV[1]) == 1
local stands, fresh = {}, {}
for i = 3, #ARGV do
  local before = redis.call('HGET', KEYS[1], ARGV[i])
  if before ~= '' then
    redis.call('HSET', KEYS[1], ARGV[i], '')
  end
  if not before and not isFirst then
    fresh[#fresh + 1] = ARGV[i]
  end
  stands[ARGV[i]] = true
end

local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local name, since = all[i], all[i + 1]
  if name ~= 'begun' and not stands[name] then
    if since == '' then
      redis.call('HSET', KEYS[1], name, ARGV[1])
    elseif nowMs - tonumber(since) > goneMs then
      redis.call('HDEL', KEYS[1], name)
    end
  end
end
return fresh
