import { labelEvent } from '#shared/format/label-event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { cleanText } from '#shared/model/text-rules.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';

import { isolateText } from '#client/ui/isolate-text.ts';

/**
 * Who else has a bib, as it is kept when it is saved: `Also the bib of Llŷr
 * Huws (Half).`; empty when nobody does. Two runners may have the same.
 */
export function describeBibHolders(
  typed: string,
  ownId: string | undefined,
  runners: readonly AdminRunner[],
  config: RaceConfig,
): string {
  const bib = cleanText(typed);
  if (bib === '') return '';
  const [first, ...more] = runners.filter(
    ({ bibNumber, runnerId }) => bibNumber === bib && runnerId !== ownId,
  );
  if (!first) return '';
  const name = isolateText(`${first.firstName} ${first.lastName}`);
  const rest =
    more.length > 0 ? ` and ${more.length} more` : ` (${labelEvent(first.event, config)})`;
  return `Also the bib of ${name}${rest}.`;
}
