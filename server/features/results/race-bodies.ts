import { publicSetup } from '#shared/model/setup-text.ts';
import { takesPart } from '#shared/model/runner.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { presentConfig } from '#server/race/present-config.ts';
import { MadeBody } from '#server/web/cached-body.ts';
import { presentStartListRow } from '#shared/scoring/present-result.ts';
import { presentAll } from '#shared/scoring/score-race.ts';
import { packResults } from '#shared/wire/compact-results.ts';
import {
  type CompactResultsBody,
  type ResultsBody,
  type StartListBody,
  tagOf,
} from '#shared/wire/http-api.ts';

/** The `serverTime` of the results is never older than this. */
const MAX_AGE_MS = 10_000;
/** The same for the settings, which a crowd requests at once: caches on the way may keep them longer. */
const CONFIG_AGE_MS = 250;

/**
 * The bodies that every spectator's page loads. While a large race changes many times a second, a
 * slightly old one is served: it names its version, and the feed continues from there.
 */
export function createRaceBodies(race: LiveRace) {
  const tag = (version: number): string => tagOf({ epoch: race.head.epoch, version });
  const ofResults = { tag: () => tag(race.head.version), maxAgeMs: MAX_AGE_MS };
  const bodies = {
    results: new MadeBody({ ...ofResults, make: (nowMs) => presentResults(race, nowMs) }),
    compact: new MadeBody({ ...ofResults, make: (nowMs) => presentCompactResults(race, nowMs) }),
    startList: new MadeBody({
      tag: () => tag(race.runnersVersion),
      make: () => presentStartList(race),
    }),
    config: new MadeBody({
      tag: () => tagConfig(race),
      make: (nowMs) => presentConfig(race, nowMs),
      maxAgeMs: CONFIG_AGE_MS,
    }),
  };
  race.on('outdated', () => {
    for (const body of Object.values(bodies)) body.clear();
  });
  return bodies;
}

function presentResults({ head, standings }: LiveRace, serverTime: number): ResultsBody {
  const { totals } = standings;
  return { runners: { data: presentAll(standings) }, ...head, serverTime, totals };
}

function presentCompactResults(
  { head, standings, config }: LiveRace,
  serverTime: number,
): CompactResultsBody {
  const { totals, courses } = standings;
  const setup = publicSetup(config.setup);
  const rows = packResults(standings.listAll(), courses);
  return { ...(setup !== '' && { setup }), rows, ...head, serverTime, totals };
}

function presentStartList(race: LiveRace): StartListBody {
  const { head, runnersVersion, standings } = race;
  const starters = Array.from(race.listRunners())
    .filter(takesPart)
    .map((one) => presentStartListRow(one, standings.courses));
  return { starters, epoch: head.epoch, version: runnersVersion };
}

/** Past races come and go without a change of the record. */
function tagConfig({ head, pastRaces }: LiveRace): string {
  const epoch = pastRaces === 0 ? head.epoch : `${head.epoch}-${pastRaces}`;
  return tagOf({ epoch, version: head.version });
}
