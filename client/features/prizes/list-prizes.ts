import { listEvents } from '#shared/format/label-event.ts';
import { describeName } from '#shared/format/describe-name.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type Award, awardPrizes, defaultPrizes } from '#shared/scoring/prizes.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { en } from '#shared/texts/en.ts';

export interface PrizeSheet {
  /** No prizes are set up: these follow from the categories. */
  readonly isDefault: boolean;
  /** The finishers without a sex, who cannot win a prize of women or men; empty for none. */
  readonly sexless: string;
  /** The finishers without a category, likewise. */
  readonly uncategorised: string;
  /** In the order in which they are announced. */
  readonly awards: readonly Award[];
}

/** Runners named in one line. */
const MOST_NAMED = 5;

export function listPrizes(standings: Standings, config: RaceConfig): PrizeSheet {
  const { courses } = standings;
  const events = new Set(listEvents(config));
  const isDefault = courses.setup.prizes.length === 0;
  const prizes = isDefault ? defaultPrizes(courses.setup) : courses.setup.prizes;
  const awards = awardPrizes(prizes, courses, (code) => standings.listed(code));
  const shown = awards.filter((award) => {
    const isListed = award.distances.some((code) => events.has(code));
    // Configured prizes are shown even if nobody can win them.
    return isListed && (canBeTaken(award) || !isDefault);
  });
  const finishers = [...events].flatMap((code) =>
    standings.listed(code).filter(({ status }) => status === 'finished'),
  );
  return {
    isDefault,
    sexless: prizes.some(({ sexes }) => sexes)
      ? describeWithout(
          'sex, and so in no ranking of women or men',
          finishers.filter((one) => courses.sexOf(one) === undefined),
        )
      : '',
    uncategorised: prizes.some(({ categories }) => categories)
      ? describeWithout(
          'category, and so in no prize of one',
          finishers.filter(({ ageGroup }) => ageGroup === ''),
        )
      : '',
    awards: shown,
  };
}

/** Skips private runners, whose name, sex and category are hidden here. */
function describeWithout(what: string, lacking: readonly UnrankedResult[]): string {
  const found = lacking.filter((one) => `${one.firstName}${one.lastName}` !== '');
  if (found.length === 0) return '';
  const which = found.length === 1 ? '1 finisher is' : `${found.length} finishers are`;
  return `${which} without a ${what}: ${nameSome(found)}`;
}

function canBeTaken({ winners, contenders, isPassedOn }: Award): boolean {
  return winners.length > 0 || contenders.length > 0 || isPassedOn;
}

/** `2 places open`; empty for none. */
export function describeOpen({ open, isPassedOn, contenders }: Award): string {
  if (open === 0) return '';
  const places = open === 1 ? '1 place open' : `${open} places open`;
  return isPassedOn && contenders.length === 0
    ? `${places}: everyone eligible has already won another prize`
    : places;
}

/** `3 still out could change it: 101 Siân Rees, 33 Huw Ellis, 7 Mair Bevan`; empty for none. */
export function describeContenders({ contenders }: Award): string {
  if (contenders.length === 0) return '';
  return `${contenders.length} still out could change it: ${nameSome(contenders)}`;
}

/** `101 Siân Rees, 33 Huw Ellis, 7 more` */
function nameSome(runners: readonly UnrankedResult[]): string {
  const named = runners.slice(0, MOST_NAMED).map((one) => {
    const isNamed = `${one.firstName}${one.lastName}` !== '';
    return `${isNamed ? one.bibNumber : ''} ${describeName(one, en.common)}`.trim();
  });
  const more = runners.length - named.length;
  return (more > 0 ? [...named, `${more} more`] : named).join(', ');
}
