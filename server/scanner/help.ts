import { USUAL_COURSES } from '#shared/model/courses.ts';

import { FORMAT_LINES } from './formats/formats.ts';

/** What `npm run scanner -- --help` says. */
export const HELP = `Reads wristband scans and stores each of them once, whatever fails on the way.

npm run scanner -- --source NAME --point POINT[,POINT] [options]

  --source NAME      the name of this scanner; reads and journals are kept under it
  --point POINT      where it stands: ${USUAL_COURSES.points.join(', ')}.
                     Another race has others: what it calls a point itself.
                     Two with a comma between for one mat that serves both, as in start,finish.
                     May be left out when every line names its own point, which goes before it
  --locations LIST   where the locations are that a reader names itself, if they are not called by
                     points: 5Km=POINT,Arch=start+finish
  --file FILE        take the reads from a file
  --listen HOST:PORT wait for readers that connect; ends with Ctrl-C
  --connect HOST:PORT
                     connect to a reader, and again whenever it is away; needs --format
  --allow ADDRESSES  with --listen: only from these addresses and ranges, as 192.168.1.20,10.0.0.0/8;
                     needed unless HOST is this computer alone, as 127.0.0.1
  --idle MINUTES     with --listen and --connect: a connection on which nothing comes for so long is
                     closed (60)
                     (without --file, --listen and --connect: from standard input)
  --format FORMAT    ${FORMAT_LINES};
                     without it, what the first lines look like
  --chips FILE       lines  code,band  for chips that readers name otherwise than by the number of
                     the wristband, as LZ63021,104, where the chip table of the race is not to be used
  --zone ZONE        the zone of times without one, as Europe/London; else that of the race
  --offset SECONDS   added to every time that comes from the reader, as -3600 or 0.250
  --elapsed          the times of a list are times since the start, as 0:17:53 or 17:53
  --date DATE        the day of the first time without a date in a file, as 2026-06-21; else the first
                     such time from an hour before the start on
  --dates ORDER      dmy or mdy: what 03/04/2026 is in a file in which no date says it
  --speed N          replay the file in the order of its times, N times as fast as it was
  --quiet            no progress, only messages and the line at the end
  --help             this text

Lines are  band[,time[,point]]  with , ; or tab between; without a time the read is of now.
Journals lie in DATA_DIR/scanner/NAME and are never deleted. What could not be sent is sent at
the next start of the same source. The exit status is 0 only if everything is stored.
`;
