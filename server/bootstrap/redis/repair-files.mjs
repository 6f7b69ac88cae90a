import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

import { describeLoss, keepDamaged, listAppendOnlyFiles, replaceFile } from './data-files.mjs';
import { surveyCommands } from './scan-commands.mjs';

/** The latest of these before the damage says when the last whole write was made. */
const TIMES = /"at":"(\d{4}-\d\d-\d\dT[\d:.]+Z)"|"receivedMs":(\d{13})\b/g;
const TIMES_WITHIN = 65_536;

/**
 * Takes what cannot be read out of the files of commands, such as the zeros that a power cut
 * leaves at their end. Each damaged file is kept under another name, and what was left out is told.
 * Call it only while no server runs on the folder.
 * @param {string} dir
 * @param {import('../launcher.mjs').Steps} steps
 * @returns {boolean} whether there was any damage
 */
export function repairAppendOnlyFiles(dir, steps) {
  const files = listAppendOnlyFiles(dir).filter((file) => !file.endsWith('.rdb'));
  let isRepaired = false;
  for (const file of files) isRepaired = repairFile(dir, file, steps) || isRepaired;
  return isRepaired;
}

/**
 * @param {string} dir
 * @param {string} file
 * @param {import('../launcher.mjs').Steps} steps
 */
function repairFile(dir, file, steps) {
  const bytes = readFileSync(file);
  const survey = surveyCommands(bytes);
  if (!survey) throw describeLoss(dir, `the snapshot that ${file} begins with is damaged`);
  const { whole, damaged, writes } = survey;
  const [first] = damaged;
  if (!first) return false;
  const changed = statSync(file).mtime;
  const kept = keepDamaged(dir, file);
  replaceFile(
    file,
    whole.map(({ start, end }) => bytes.subarray(start, end)),
  );
  const lost = damaged.reduce((sum, { start, end }) => sum + end - start, 0);
  const isTail = damaged.length === 1 && first.end === bytes.length;
  const since = findTime(bytes.subarray(Math.max(0, first.start - TIMES_WITHIN), first.start));
  steps.say(
    `Redis's data were damaged: ${lost.toLocaleString('en')} bytes ${isTail ? 'at the end' : `in ${damaged.length} ${damaged.length === 1 ? 'place' : 'places'}`} of ${basename(file)}, ` +
      `from byte ${first.start.toLocaleString('en')} on, cannot be read and are left out. ` +
      `The last write before them ${since ? `was made at ${tell(since)}` : 'bears no time'}; the file was last changed at ${tell(changed)}`,
  );
  steps.say(
    `${isTail ? 'Everything before them' : 'Everything before and behind them'} is loaded: ${writes.toLocaleString('en')} writes. ` +
      `The damaged file is kept as ${kept}`,
  );
  return true;
}

/** @param {Buffer} bytes */
function findTime(bytes) {
  const last = [...bytes.toString('latin1').matchAll(TIMES)].at(-1);
  if (!last) return undefined;
  return new Date(last[1] ?? Number(last[2]));
}

/** @param {Date} time */
function tell(time) {
  return time.toLocaleString('en-GB');
}
