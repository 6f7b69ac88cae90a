import { USUAL_COURSES } from '#shared/model/courses.ts';
import { SETTING_NAMES } from '#shared/model/settings.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';
import { BYTE_ENCODINGS } from '#shared/wire/import-api.ts';

const CODES = USUAL_COURSES.events.join('|');
/** What `npm run race -- --help` says. */
export const USAGE = `Usage: npm run race -- COMMAND

  import RUNNERS.csv [--merge] [--yes] [HOW]
                               Put the runners of the file in the place of all runners and scans.
                               The old ones are kept as a backup. If there are scans, or wristbands
                               that are handed out would be wiped, it asks first on a terminal;
                               with --yes, or without a terminal, it goes on.
                               With --merge the runners are added to those there are, by bib, else by
                               name and date of birth; scans and bands that are handed out stay.
                               If it takes out, moves or times somebody who was seen, it names them
                               and asks first; without a terminal it needs --yes.
                               One bad line and nothing is changed.
  config CONFIG.json           Save settings, such as {"pageTitle":"…","raceStart":"2026-06-20-10-00-00"}.
                               Settings that are absent stay as they are.
  setup [FILE.json]            Save the setup of the race: its points, courses, distances, waves, categories,
                               prizes and teams. Without a file write it to standard output.
  chips [FILE]                 Save which wristband each chip belongs to, in lines code,band. Reads that
                               came before count too. Without a file write the table to standard output.
  export                       Write everything as JSON to standard output:
                               settings, runners, scans and results.
  backup [FOLDER] [--keep N] [--days N] [--if-changed | --list]
                               Write the whole race, accounts and pictures too, to one file in FOLDER,
                               as it stands at one moment. Without FOLDER to BACKUP_DIR. The newest 48 of
                               this race stay there, none older than 30 days but the newest. With --list
                               say which there are.
  restore FILE [--check] [--replace RACE_KEY]
                               Put the race of such a file into an empty one: all of it or nothing. With
                               --check look whether the file is whole, and change nothing. With --replace
                               and its name the race that is there gives way, after a backup of it.
  forget BIB                   Take a person out of the record for good, by the bib or the id: names,
                               telephone, contacts, birth date and notes, in the log and the backups
                               within Redis too. The result stays, under the bib alone. It says what is
                               left elsewhere.
  publish FOLDER | --archive NAME [--provisional]
                               Write the official results, or provisional ones, as web pages for any web
                               server or a stick. With --archive the service shows them at /races/NAME/.
  redis-url                    Write the address of the Redis with its password to standard output,
                               for a program that publishes reads itself.
  clear-subscriptions          Forget everybody who wants to be told by Web Push. Who still does
                               says so anew by opening the page.

Columns of RUNNERS.csv: firstName, lastName and event are needed; raceNumber (the wristband),
bibNumber, ageGroup, runClub, overrideTime, mobileNumber and private (yes or no) may be there.
fullName serves for both names; without ageGroup it follows from sex and birthDate or age.
HOW says how a file is read whose own words do not tell, each as often as needed:
  --encoding ${BYTE_ENCODINGS.slice(0, 4).join('|')}|…
                               how its letters are written, where that is not UTF-8
  --column "HEADER=FIELD"      what a column is, such as "Race number=bibNumber"; "Notes=" for nothing
  --event "VALUE=${CODES}"     what event a value means   --all-event ${CODES}   for a file without a column
  --category "VALUE=M40"       what age category a value means, "M45=" for none
  --other-categories empty|worked-out
                               what becomes of all other categories that are not known
  --date-order day-first|month-first
                               how dates of birth such as 03/04/1981 are written
${wrap(`Settings: ${SETTING_NAMES.join(', ')}.`)}`;

/** What to say of an unknown command, or of too few or too many arguments. */
export function describeMistake(command: string | undefined): string {
  switch (command) {
    case 'import':
    case 'config':
    case 'restore':
      return `${command} needs one file.\n\n${USAGE}`;
    case 'chips':
      return `chips takes one file, or none.\n\n${USAGE}`;
    case 'setup':
      return `setup takes one file, or none.\n\n${USAGE}`;
    case 'export':
      return `export takes no file: send its output to one with "> race.json".\n\n${USAGE}`;
    case 'forget':
      return `forget needs one bib.\n\n${USAGE}`;
    case 'backup':
      return `backup takes one place, and whole numbers above 0 for --keep and --days.\n\n${USAGE}`;
    case 'publish':
      return `publish takes one folder, or --archive and a name.\n\n${USAGE}`;
    case 'redis-url':
    case 'clear-subscriptions':
      return `${command} takes nothing behind it.\n\n${USAGE}`;
    case undefined:
      return USAGE;
    default:
      return `There is no command ${quoteGiven(command)}.\n\n${USAGE}`;
  }
}

/** Breaks a sentence into the lines of a terminal. */
function wrap(sentence: string): string {
  return sentence.replaceAll(/(.{1,96})(?: |$)/g, '$1\n').trimEnd();
}
