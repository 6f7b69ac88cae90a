import type { EventCode } from '#shared/model/ids.ts';
import { countStepsBack } from '#client/ui/KeptScreen.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import type { MouseEvent, ReactNode } from 'react';
import { isPlainPress, Link } from '#client/ui/Link.tsx';

/** A link to the results: back to where the visitor left them, else to the tab of the event. */
export function BackToResults({ event }: { readonly event?: EventCode }): ReactNode {
  const { results } = useTexts();
  return (
    <Link
      className="link semibold muted no-underline"
      to={event ? `/?tab=${event}` : '/'}
      onClick={goBack}
    >
      <span aria-hidden="true">‹&nbsp;</span>
      {results.title}
    </Link>
  );
}

/** Goes back in the history if the results are below this screen. */
function goBack(press: MouseEvent): void {
  const steps = countStepsBack();
  if (steps === undefined || !isPlainPress(press)) return;
  press.preventDefault();
  history.go(-steps);
}
