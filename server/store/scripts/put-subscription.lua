-- Puts a push subscription in the place of the one before under its id, or takes it away; lists it with
-- all that it follows, so that a passing finds those who wait for it without looking at all of them, and
-- with the network it came from, which has a share of the room.
-- No result follows from it, so it has no version.
--
-- KEYS 1 subscriptions  2 push  3 the list of the network it was of  4 of the network it is of
--      5.. the lists of what it followed and what it is to follow
-- ARGV 1 id  2 the text that must stand there, or empty for none  3 the text to keep, or empty to take it away
--      4 how many subscriptions there may be  5 how many bytes in all  6 bytes each list costs
--      7 how many of the lists are of before  8 the network it was of, or empty  9 the network it is of, or empty
--      10 the address it is of  11 when it was put, in ms  12 how many there may be of a network  13 bytes of a network
--      14 how many of an address  15 bytes of an address
--
-- In the list of a network an entry is "bytes address taken sinceMs"; taken is 1 once it took a message.
--
-- Returns "ok"; "changed" when another text stands there; "full" when there is no room; "crowded ID" when
-- its network or address has its share, and ID, the latest, gives way; "crowded" when nobody gives way.

local id, before, after = ARGV[1], ARGV[2], ARGV[3]
if (redis.call('HGET', KEYS[1], id) or '') ~= before then
  return 'changed'
end

local listedBefore = tonumber(ARGV[7])
local function cost(text, lists)
  return text == '' and 0 or #text + lists * tonumber(ARGV[6])
end
local costBefore, costAfter = cost(before, listedBefore), cost(after, #KEYS - 4 - listedBefore)
local more = costAfter - costBefore
local bytes = tonumber(redis.call('HGET', KEYS[2], 'bytes') or 0) + more

local function readEntry(text)
  local size, address, taken, at = string.match(text, '^(%d+) (%S+) ([01]) (%d+)$')
  return { size = tonumber(size or 0), address = address, isTaken = taken == '1', at = tonumber(at or 0) }
end

-- Who is there already may always ask for no more than before, from wherever.
local isMoved = ARGV[8] ~= ARGV[9]
if after ~= '' and (more > 0 or isMoved) then
  local shares = {
    network = { count = 1, bytes = costAfter, most = tonumber(ARGV[12]), mostBytes = tonumber(ARGV[13]) },
    address = { count = 1, bytes = costAfter, most = tonumber(ARGV[14]), mostBytes = tonumber(ARGV[15]) },
  }
  local entries = redis.call('HGETALL', KEYS[4])
  for i = 1, #entries, 2 do
    if entries[i] ~= id then
      local entry = readEntry(entries[i + 1])
      for name, share in pairs(shares) do
        if name == 'network' or entry.address == ARGV[10] then
          share.count = share.count + 1
          share.bytes = share.bytes + entry.size
          if not entry.isTaken and (not share.latest or entry.at > share.latestAt) then
            share.latest, share.latestAt = entries[i], entry.at
          end
        end
      end
    end
  end
  for _, name in ipairs({ 'address', 'network' }) do
    local share = shares[name]
    if share.count > share.most or share.bytes > share.mostBytes then
      return share.latest and 'crowded ' .. share.latest or 'crowded'
    end
  end
  local isNew = before == ''
  if (isNew and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[4])) or (more > 0 and bytes > tonumber(ARGV[5])) then
    return 'full'
  end
end

for i = 5, 4 + listedBefore do
  redis.call('HDEL', KEYS[i], id)
end
local known = redis.call('HGET', KEYS[3], id)
if known then
  redis.call('HDEL', KEYS[3], id)
end
if after == '' then
  redis.call('HDEL', KEYS[1], id)
else
  redis.call('HSET', KEYS[1], id, after)
  for i = 5 + listedBefore, #KEYS do
    redis.call('HSET', KEYS[i], id, '1')
  end
  -- Who was there first stays so, however often the browser says it anew.
  local taken = known and readEntry(known).isTaken and '1' or '0'
  local since = known and string.format('%.0f', readEntry(known).at) or ARGV[11]
  redis.call('HSET', KEYS[4], id, string.format('%d %s %s %s', costAfter, ARGV[10], taken, since))
end
redis.call('HSET', KEYS[2], 'bytes', string.format('%.0f', math.max(0, bytes)))
return 'ok'
