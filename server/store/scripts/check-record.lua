-- Prepended to the scripts that change the record (see writing-scripts.ts). Writes cannot be rolled back, so whatever
-- would fail half-way is checked first: returns the error, or nil, also for another schema.
local function find_damage(keys, meta)
  for _, key in ipairs(keys) do
    local kind = redis.call('TYPE', key).ok
    if kind ~= 'hash' and kind ~= 'none' then
      return redis.error_reply('DAMAGED ' .. key .. ' is a ' .. kind .. ' and no hash')
    end
  end
  -- One with more digits would be written with an exponent.
  local before = redis.call('HGET', meta, 'version')
  if before and not (before:match('^%d+$') and #before <= 13) then
    return redis.error_reply('DAMAGED the version of the record is no number')
  end
  return find_other_schema(meta)
end

