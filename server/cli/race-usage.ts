import { SETTING_NAMES } from '#shared/model/settings.ts';

export const USAGE = `Usage: npm run race -- COMMAND

  import RUNNERS.csv [--merge] [--yes]
                               Replace all runners and scans with the runners of the file, after a
                               backup. If there are scans, or wristbands already handed out would be
                               lost, it needs --yes on a terminal.
                               With --merge the runners are added, matched by bib, else by name and
                               date of birth; scans and handed-out bands stay. If that removes, moves
                               or times a runner already seen, it names them, and needs --yes.
                               One bad line and nothing is changed.
  config CONFIG.json           Save settings, such as {"pageTitle":"…","raceStart":"2026-06-20-10-00-00"}.
                               Absent settings stay as they are.
  setup [FILE.json]            Save the setup of the race: its points, courses, distances, waves, categories,
                               prizes and teams. Without a file, write it to standard output.
  chips FILE                   Save which wristband each chip belongs to, in lines code,band. Reads that
                               came before count too.
  export                       Write everything as JSON to standard output:
                               settings, runners, scans and results.
  backup [FOLDER] [--if-changed]
                               Write the whole race at one moment, with accounts and pictures, to one
                               file in FOLDER, or in BACKUP_DIR. The newest 48 of this race stay there,
                               none older than 30 days but the newest three.
  restore FILE [--check] [--replace RACE_KEY]
                               Put the race of such a file into an empty one: all of it or nothing.
                               --check only checks that the file is whole. --replace with the name of
                               the present race replaces it, after a backup.
  forget BIB                   Take a person out of the record for good, by the bib or the id: names,
                               telephone, contacts, birth date and notes, in the log and the backups
                               within Redis too. The result stays, under the bib alone. It says what is
                               left elsewhere.
  publish FOLDER | --archive NAME
                               Write the official results as web pages for any web server or a stick.
                               With --archive the service shows them at /races/NAME/.
  clear-subscriptions          Delete all Web Push subscriptions. A page that is opened again renews
                               its own.

Columns of RUNNERS.csv: firstName, lastName and event are needed; raceNumber (the wristband),
bibNumber, ageGroup, runClub, overrideTime, mobileNumber and private (yes or no) may be there.
fullName serves for both names; without ageGroup it follows from sex and birthDate or age.
For words that only a person can explain, use the screen Import, which asks.
${wrap(`Settings: ${SETTING_NAMES.join(', ')}.`)}`;

/** Wraps a sentence to the width of a terminal. */
function wrap(sentence: string): string {
  return sentence.replaceAll(/(.{1,96})(?: |$)/g, '$1\n').trimEnd();
}
