-- Sets apart what is damaged so far that nothing could be written: a key that is no hash gets
-- another name, and a head that is no head another epoch. Without damage it writes nothing.
-- Where Redis had to leave out a part of its file, or two wore one wristband, the index of wristbands is made anew, too.
--
-- KEYS 1 meta  2 changes  3 audit  4 bands  5 runners  6.. the other hashes
-- ARGV 1 channel  2 new epoch  3 a version that was shown: the next one is above it
--      4 the time, which ends the new names  5 what begins them  6 the audit entry as JSON, without its epoch
--      7.. the plain names of the keys
--
-- Returns {what was repaired, and a sentence on it, …}; empty when nothing was.

local meta, changes, audit, bands, runners = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local repaired = {}
local apart = {}

for i, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key).ok
  if kind ~= 'hash' and kind ~= 'none' then
    local name = ARGV[6 + i]
    local newName = ARGV[5] .. name .. ':' .. ARGV[4]
    redis.call('RENAME', key, newName)
    apart[name] = newName
    repaired[#repaired + 1] = name
    repaired[#repaired + 1] = 'is a ' .. kind .. ' and no hash: kept as ' .. newName
  end
end

-- Who wears what stands with the runners too. A wristband that somebody wears is theirs, whoever had it earlier.
if apart['bands'] or redis.call('HGET', meta, 'staleBands') then
  redis.call('DEL', bands)
  local earlier = {}
  local all = redis.call('HGETALL', runners)
  for i = 1, #all, 2 do
    local isJson, runner = pcall(cjson.decode, all[i + 1])
    if isJson and type(runner) == 'table' then
      if type(runner.bandId) == 'string' then
        redis.call('HSETNX', bands, runner.bandId, all[i])
      end
      for _, bandId in ipairs(type(runner.earlierBandIds) == 'table' and runner.earlierBandIds or {}) do
        earlier[#earlier + 1] = { bandId, all[i] }
      end
    end
  end
  for _, one in ipairs(earlier) do
    redis.call('HSETNX', bands, tostring(one[1]), one[2])
  end
  redis.call('HDEL', meta, 'staleBands')
end

local epoch = redis.call('HGET', meta, 'epoch')
local version = redis.call('HGET', meta, 'version')
local isVersion = not version or (version:match('^%d+$') and #version <= 13 and (version == '0' or version:sub(1, 1) ~= '0'))
local isEpoch = not epoch or (epoch:match('^[%w_-]+$') and #epoch <= 64)
if not (isVersion and isEpoch) then
  repaired[#repaired + 1] = 'meta'
  repaired[#repaired + 1] = 'had no version and epoch that can be read'
end
if #repaired == 0 then
  return repaired
end

local last = isVersion and tonumber(version or '0') or 0
local nextVersion = string.format('%.0f', math.max(last, tonumber(ARGV[3])) + 1)
redis.call('HSET', meta, 'epoch', ARGV[2], 'version', nextVersion)
for name, newName in pairs(apart) do
  redis.call('HSET', meta, 'apart:' .. name, newName)
end
local change = '{"epoch":"' .. ARGV[2] .. '","version":' .. nextVersion .. ',"ops":[{"op":"accounts"},{"op":"reload"}]}'
redis.call('DEL', changes)
redis.call('HSET', changes, nextVersion, change)
redis.call('HSET', audit, nextVersion, ARGV[6]:sub(1, -2) .. ',"epoch":"' .. ARGV[2] .. '"}')
redis.call('PUBLISH', ARGV[1], change)
return repaired
