import { describeName } from '../format/describe-name.ts';
import { describeTotal } from '../format/describe-result.ts';
import { coursesOf } from '../model/courses.ts';
import { formatElapsed } from '../format/format-time.ts';
import { isolateText } from '../format/isolate-text.ts';
import { labelEvent } from '../format/label-event.ts';
import type { RaceConfig } from '../model/race-config.ts';
import { labelCheckpoint, labelPoint } from '../scoring/course.ts';
import type { Standings } from '../scoring/standings.ts';
import type { AllTexts } from '../texts/en-screens.ts';
import type { CorrectionLine, PublicCorrection, Published } from './corrections.ts';

export interface CorrectionContext {
  readonly standings: Pick<Standings, 'find'>;
  readonly config: RaceConfig;
  readonly texts: AllTexts;
}

/** `Bib 214: 3rd (was 4th); a read at CP2 was corrected` (RULES.md PC2). */
export function describeCorrection(
  line: CorrectionLine,
  correction: PublicCorrection,
  context: CorrectionContext,
): string {
  return `${describeLine(line, context)}; ${describeReason(line, correction, context)}`;
}

function describeReason(
  line: CorrectionLine,
  { reason, point }: PublicCorrection,
  { config, texts }: CorrectionContext,
): string {
  const { reasons } = texts.corrections;
  return reasons[reason](
    point === null ? '' : labelPoint(point, texts.runner.theFinish, config, line.was.event),
  );
}

function describeLine(line: CorrectionLine, context: CorrectionContext): string {
  const { standings, config, texts } = context;
  const { corrections: words, common } = texts;
  const nobody = { firstName: '', lastName: '', bibNumber: line.bib };
  const runner = standings.find(line.runnerId);
  const name = isolateText(describeName(runner ?? nobody, common));
  const ordinal = (place: number): string =>
    common.ordinal(place, runner && coursesOf(config).sexOf(runner));
  const { was, is, split } = line;
  if (is === null) return `${name}: ${words.gone}`;
  const parts = [
    was.event === is.event
      ? ''
      : words.isNot(labelEvent(is.event, config), labelEvent(was.event, config)),
    differ(describeOutcome(is, context), describeOutcome(was, context), words),
    is.place !== null && was.place !== null
      ? differ(ordinal(is.place), ordinal(was.place), words)
      : is.place === null
        ? ''
        : ordinal(is.place),
  ].filter(Boolean);
  if (parts.length > 0 || !split) return `${name}: ${parts.join(', ')}`;
  const { slot, wasMs, isMs } = split;
  const { rounding } = coursesOf(config).rankingOf(was.event);
  const time = isMs === null ? texts.outcome.noScan : formatElapsed(isMs, rounding);
  const place = labelCheckpoint(slot, config, was.event);
  return `${name}: ${place} ${words.isNot(time, formatElapsed(wasMs, rounding))}`;
}

/** Empty where both are the same. */
function differ(is: string, was: string, { isNot }: AllTexts['corrections']): string {
  return is === was ? '' : isNot(is, was);
}

function describeOutcome(
  { event, status, totalMs, isDisqualified, laps }: Published,
  { config, texts: { outcome } }: CorrectionContext,
): string {
  if (isDisqualified) return outcome.dsq;
  if (status === 'racing') return outcome.racing;
  return describeTotal({ status, totalMs, laps }, outcome, coursesOf(config).rankingOf(event));
}
