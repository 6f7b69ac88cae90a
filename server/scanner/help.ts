import { TIME_POINTS } from '#shared/model/time-point.ts';

import { FORMATS } from './formats/create-parser.ts';

export const HELP = `Reads wristband scans and stores each of them once, whatever fails on the way.

npm run scanner -- --source NAME --point POINT[,POINT] [options]

  --source NAME      the name of this scanner; reads and journals are kept under it
  --point POINT      where it stands: ${TIME_POINTS.join(', ')}.
                     Two with a comma between for one mat that serves both, as in start,finish.
                     May be left out when every line names its own point, which goes before it
  --file FILE        take the reads from a file
  --listen HOST:PORT wait for readers that connect; ends with Ctrl-C
  --allow ADDRESSES  with --listen: only from these addresses and ranges, as 192.168.1.20,10.0.0.0/8
  --idle MINUTES     with --listen: a connection on which nothing comes for so long is closed (60)
                     (without --file and --listen: from standard input)
  --format FORMAT    ${FORMATS.join(', ')}; without it, what the first lines look like
  --zone ZONE        the zone of times without one, as Europe/London; else that of the race
  --offset SECONDS   added to every time that comes from the reader, as -3600 or 0.250
  --speed N          replay the file in the order of its times, N times as fast as it was
  --quiet            no progress, only messages and the line at the end
  --help             this text

Lines are  band[,time[,point]]  with , ; or tab between; without a time the read is of now.
Journals lie in DATA_DIR/scanner/NAME and are never deleted. What could not be sent is sent at
the next start of the same source. The exit status is 0 only if everything is stored.
`;
