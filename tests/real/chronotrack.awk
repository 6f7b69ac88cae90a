# Works out the results of the race in tests/fixtures/chronotrack-2021 from the raw files alone,
# by RULES.md and none of the product's code.
#
# awk -f chronotrack.awk at=marks FINISH1.mrk at=9K 9K.csv at=19K 19K.csv at=mat FINISH1.csv FINISH2.csv
#
# Times are milliseconds of the day: some awks write larger numbers with an exponent.
# Prints a line "name value" for each figure.

BEGIN { FS = "~"; EARLIEST = 25 * 60000; ASSEMBLING = 5 * 60000; DAY = 1620432000 }

at == "marks" {
  split($0, mark, ",")
  when = mark[5]
  if (mark[3] == "Gun")
    gun[++guns] = substr(when, 7, 2) * 3600000 + substr(when, 9, 2) * 60000 + substr(when, 11, 2) * 1000
  next
}

{
  tag = $3 + 0
  time = (substr($6, 1, 10) - DAY) * 1000 + substr($6, 12, 2) * 10
  if (!((tag, time, at == "mat" ? FILENAME : at) in known)) stored++
  known[tag, time, at == "mat" ? FILENAME : at]
  if (tag >= 99995 && tag <= 99998) { crew[tag]; next }
  tags[tag]
  if (at == "9K") k9[tag] = k9[tag] " " time
  else if (at == "19K") k19[tag] = k19[tag] " " time
  else {
    mat[tag] = mat[tag] " " time
    if (FILENAME ~ /1/) main[tag] = main[tag] " " time
    else backup[tag] = backup[tag] " " time
    if (!(tag in first) || time < first[tag]) first[tag] = time
  }
}

# The earliest of the times in list from `from` on; 0 if there is none.
function earliest(list, from,    n, i, times, best) {
  n = split(list, times, " ")
  for (i = 1; i <= n; i++) if (times[i] + 0 >= from && (!best || times[i] + 0 < best)) best = times[i] + 0
  return best
}

# The latest of the times in list below both bounds, the second one included; 0 if there is none.
function latest(list, before, until,    n, i, times, best) {
  n = split(list, times, " ")
  for (i = 1; i <= n; i++) if (times[i] + 0 < before && times[i] + 0 <= until && times[i] + 0 > best) best = times[i] + 0
  return best
}

# The usual gap from a mat to one that lies later, of times between the two; 0 if there is none.
function usual(counts, n,    gap, seen) {
  if (n < 10) return 0
  for (gap = -30000; gap <= 30000; gap++) {
    seen += counts[gap]
    if (seen >= int((n + 1) / 2)) return gap > 0 ? 100 * int(gap / 100 + 0.5) : 0
  }
}

function sooner(a, b) { return !a || (b && b < a) ? b : a }

END {
  for (tag in tags) {
    event = "PB"; start = gun[1]
    if (!(tag in k9) && !(tag in k19) && (tag in first)) {
      if (first[tag] >= gun[5] - ASSEMBLING && first[tag] < gun[6] - ASSEMBLING) { event = "BB"; start = gun[5] }
      else if (first[tag] >= gun[6] - ASSEMBLING && first[tag] < gun[6] + EARLIEST) { event = "UB"; start = gun[6] }
    }
    later = sooner(sooner(earliest(k9[tag], start + 1), earliest(k19[tag], start + 1)), earliest(mat[tag], start + EARLIEST))
    own = latest(mat[tag], start + EARLIEST, later ? later : 999999999)
    event_of[tag] = event; start_of[tag] = start; own_of[tag] = own
    if (!own) continue
    # Where each mat read the crossing last.
    onMain[tag] = latest(main[tag], own + 1, own); if (onMain[tag] < own - 30000) onMain[tag] = 0
    onBackup[tag] = latest(backup[tag], own + 1, own); if (onBackup[tag] < own - 30000) onBackup[tag] = 0
    if (onMain[tag] && onBackup[tag]) {
      pairs++
      toBackup[onBackup[tag] - onMain[tag]]++
      toMain[onMain[tag] - onBackup[tag]]++
    }
  }
  gapToBackup = usual(toBackup, pairs)
  gapToMain = usual(toMain, pairs)

  for (tag in tags) {
    event = event_of[tag]; start = start_of[tag]; own = own_of[tag]
    if (own && !onBackup[tag]) { own += gapToBackup; moved++ }
    if (own && !onMain[tag]) { own += gapToMain; moved++ }
    if (own > start) start = own
    start_of[tag] = start; own_of[tag] = own
    finish = earliest(mat[tag], start + EARLIEST)
    finish_of[tag] = finish
    if (!finish) continue
    # Where each mat read the finish first.
    inMain[tag] = earliest(main[tag], finish); if (inMain[tag] > finish + 30000) inMain[tag] = 0
    inBackup[tag] = earliest(backup[tag], finish); if (inBackup[tag] > finish + 30000) inBackup[tag] = 0
    if (inMain[tag] && inBackup[tag]) {
      finishPairs++
      beforeBackup[inBackup[tag] - inMain[tag]]++
      beforeMain[inMain[tag] - inBackup[tag]]++
    }
  }
  gapBeforeBackup = usual(beforeBackup, finishPairs)
  gapBeforeMain = usual(beforeMain, finishPairs)

  for (tag in tags) {
    event = event_of[tag]; start = start_of[tag]; own = own_of[tag]; finish = finish_of[tag]
    cp1 = earliest(k9[tag], start + 1); if (finish && cp1 > finish) cp1 = 0
    cp2 = earliest(k19[tag], start + 1); if (finish && cp2 > finish) cp2 = 0

    entered[event]++
    if (own || finish || cp1 || cp2) listed[event]++
    early = 0
    if (finish && !inMain[tag]) early = gapBeforeBackup
    if (finish && !inBackup[tag]) early = gapBeforeMain
    if (finish) { finished[event]++; total[event] += finish - early - start }
    if (finish && cp1 && cp2) both++
    if (finish && cp1 && !cp2) without19++
    if (finish && !cp1 && cp2) without9++
    if (!finish && (cp1 || cp2)) lost++
    if (cp1) splits += cp1 - start
    if (cp2) splits += cp2 - start
  }
  for (tag in crew) crews++
  split("BB PB UB", events, " ")
  for (i = 1; i <= 3; i++) {
    event = events[i]
    printf "%s.entered %d\n%s.listed %d\n", event, entered[event], event, listed[event]
    printf "%s.finished %d\n%s.totalMs %.0f\n", event, finished[event], event, total[event]
  }
  printf "finishedWithBoth %d\nfinishedWithout9K %d\nfinishedWithout19K %d\n", both, without9, without19
  printf "lastSeenOnTheWay %d\nsplitsMs %.0f\ncrew %d\nstored %d\n", lost, splits, crews, stored
}
