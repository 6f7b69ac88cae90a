import { describeTimeOfDay } from '#client/organisers/texts/start-text.ts';
import type { ReactNode } from 'react';

import { Banner } from '#client/ui/Banner.tsx';

import type { MarshalShown } from './MarshalPage.tsx';
import { countTaps, listOwn } from './marshal-view.ts';

/** False over plain HTTP: the page cannot be opened without a network. */
const OPENS_OFFLINE = 'serviceWorker' in navigator;

/** The number of unsent taps, the reason, and whether they are safe. */
export function SendState({ line, journal, nowMs, timeZone, save }: MarshalShown): ReactNode {
  const { unsent, lacking, atRisk } = countTaps(journal);
  const refused = listOwn(journal.taps, nowMs - line.offsetMs).filter(({ isRefused }) => isRefused);
  const { hasEnded, failedSinceMs, problem } = line;
  const isBad = atRisk > 0 || hasEnded;
  const since =
    failedSinceMs === undefined ? '' : describeTimeOfDay(failedSinceMs, timeZone).slice(0, 5);
  const left = [
    ...(unsent > 0 ? [`${unsent} not sent`] : []),
    ...(refused.length > 0 ? [`${refused.length} refused`] : []),
    ...(lacking > 0
      ? [`${lacking} ${lacking === 1 ? 'time still needs' : 'times still need'} a number`]
      : []),
    ...(unsent + refused.length + lacking > 0
      ? []
      : [journal.isRead ? 'All sent' : 'Loading the reports on this phone']),
    ...(problem ? [`${problem === 'server' ? 'no answer' : 'no signal'} since ${since}`] : []),
  ].join(', ');
  return (
    <>
      {/* Room for two lines: messages move no row under the thumb. */}
      <div className="grid min-h-[calc(62px+1.4em)]">
        <Banner kind={isBad ? 'alert' : left === 'All sent' ? 'done' : 'notice'}>
          {hasEnded ? <p>This pass has ended: ask race control for a new one.</p> : null}
          <p>
            <strong>{left}</strong>.{' '}
            {atRisk > 0 ? (
              <>
                {atRisk === 1 ? 'One is' : `${atRisk} are`} not saved on this phone: leave this page
                open until all are sent, or save them as a file.{' '}
              </>
            ) : unsent + lacking > 0 ? (
              `${unsent + lacking === 1 ? 'It is' : 'They are'} safe on this phone. `
            ) : null}
            {journal.taps.length > 0 ? (
              <button
                type="button"
                className="bare-button touch semibold p-0 underline"
                onClick={save}
              >
                Save as a file
              </button>
            ) : null}
          </p>
        </Banner>
      </div>
      {OPENS_OFFLINE ? null : (
        <p className="text-m muted">
          Keep this page open: on this network it cannot be opened again without a signal.
        </p>
      )}
    </>
  );
}
