-- Counts failed sign-ins of one account in the audit log: one entry for each
-- account, written over, so that guesses of strangers fill nothing.
--
-- KEYS 1 audit
-- ARGV 1 field  2 whose account it is, for `by`  3 how many more  4 when, ISO 8601
--      5 failures before this time are forgotten, ISO 8601  6 addresses they came from, as a JSON array  7 addresses kept
--
-- Changes nothing that has a version, so this has none.

local kept = redis.call('HGET', KEYS[1], ARGV[1])
local entry = kept and cjson.decode(kept)
if not entry or entry.at < ARGV[5] then
  entry = { by = ARGV[2], action = 'sign-in-failed', after = { since = ARGV[4], count = 0, addresses = {} } }
end
entry.at = ARGV[4]
entry.after.count = entry.after.count + tonumber(ARGV[3])

local addresses = cjson.decode(ARGV[6])
local seen = {}
for _, address in ipairs(addresses) do
  seen[address] = true
end
for _, address in ipairs(entry.after.addresses) do
  if not seen[address] then
    addresses[#addresses + 1] = address
  end
end
for i = #addresses, tonumber(ARGV[7]) + 1, -1 do
  addresses[i] = nil
end
entry.after.addresses = addresses
redis.call('HSET', KEYS[1], ARGV[1], cjson.encode(entry))
return entry.after.count
