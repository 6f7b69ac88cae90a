import type { RunnerSummaries, RunnerSummary } from '#server/features/previews/runner-summary.ts';
import { type Column, figure, writeTable } from '#server/features/plain/write-table.ts';
import { type Html, html } from '#server/web/html.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { formatElapsed } from '#shared/format/format-time.ts';
import { isolateText, joinParts } from '#shared/format/isolate-text.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { labelPoint } from '#shared/scoring/course.ts';
import type { StageRun } from '#shared/scoring/stages.ts';
import { placeRunner } from '#shared/scoring/placed-runner.ts';

import { addressRunner, type ArchivePage, type Scene } from './write-page.ts';

/** The page of a runner in the results: outcome, places and stages. Undefined for one hidden from the public. */
export function writeRunnerPage(
  scene: Scene,
  result: UnrankedResult,
  summaries: RunnerSummaries,
): ArchivePage | undefined {
  const summary = summaries.summarise(result.runnerId, scene.texts);
  if (!summary) return undefined;
  const { runs } = placeRunner(scene.race.standings, result);
  return {
    path: addressRunner(result),
    title: summary.name,
    tab: scene.tabs.find(({ code }) => code === result.events),
    kind: 'runner',
    isUnlisted: summary.isNameless,
    body: [writeSummary(summary, scene), writeStages(result, runs, scene)],
  };
}

function writeSummary(summary: RunnerSummary, { texts }: Scene): Html {
  const { bibText, isNameless, ageGroup, club, race, outcome, time, places } = summary;
  const who = joinParts([race, !isNameless && bibText, ageGroup, club]);
  return html`<p class="who">${who}</p>
    <p class="outcome"><strong>${time || outcome}</strong></p>
    ${
      time !== '' &&
      html`<ul class="places" aria-label="${texts.page.runner.placesAt(texts.page.runner.finish)}">
        ${places.map(({ place, among }) => html`<li><strong>${place}</strong> ${among}</li>`)}
      </ul>`
    }`;
}

/** The stages with a read; for a finisher all stages. */
function writeStages(
  result: UnrankedResult,
  runs: readonly StageRun[],
  { race: { config }, texts: { page } }: Scene,
): Html {
  const { common, runner, splits, outcome } = page;
  const courses = coursesOf(config);
  const { rounding } = courses.rankingOf(result.events);
  const shown = runs.filter(({ elapsedMs }) => elapsedMs !== null || result.status === 'finished');
  if (shown.length === 0) return html``;
  const ordinal = (place: number | null): string =>
    place === null ? '' : common.ordinal(place, courses.sexOf(result));
  const elapsed = (ms: number | null, none: string): string =>
    ms === null ? none : formatElapsed(ms, rounding);
  const columns: readonly Column<StageRun>[] = [
    {
      head: splits.stage,
      kind: 'name',
      cell: ({ point }) => labelPoint(point, runner.finish, config, result.events),
    },
    figure(common.time, ({ elapsedMs }) => elapsed(elapsedMs, outcome.noScan)),
    figure(common.place, ({ place }) => ordinal(place)),
    // The first leg would repeat the time and the place.
    figure(runner.leg, (run) => (run === runs[0] ? '' : elapsed(run.legMs, ''))),
    figure(`${common.place} (${runner.leg})`, (run) =>
      run === runs[0] ? '' : ordinal(run.legPlace),
    ),
  ];
  return html`<section class="wide">
    <div
      class="sheet"
      tabindex="0"
      role="region"
      aria-label="${splits.of(isolateText(describeName(result, common)))}"
    >
      ${writeTable(columns, shown)}
    </div>
  </section>`;
}
