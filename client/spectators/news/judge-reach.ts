import type { PushNewsState } from '#client/spectators/push/push-news.ts';
import type { NotifyState } from './notify.ts';

/** How far news reaches: whoever has closed the page, whoever has it open in a tab, or whoever looks at it. */
export type Reach = 'closed' | 'tab' | 'page';

export interface NewsReach {
  readonly isOn: boolean;
  /** That of now, or while it is off, that of a press. */
  readonly reach: Reach;
  /** Why it reaches no further, where that is not how it has to be. */
  readonly why?: 'blocked' | 'install' | 'failed';
}

/** What the row about news says of this browser, by all that it knows (SCREENS.md FW13). */
export function judgeReach(
  notify: NotifyState,
  { state: push, isFailed }: PushNewsState,
  isStopped: boolean,
): NewsReach {
  if (push === 'install') return { isOn: !isStopped, reach: 'page', why: push };
  if (notify === 'denied') return { isOn: !isStopped, reach: 'page', why: 'blocked' };
  if (notify === 'none') return { isOn: !isStopped, reach: 'page' };
  if (push === 'on' && !isFailed) return { isOn: !isStopped, reach: 'closed' };
  // A push service or a server that takes nobody leaves the notifications of an open tab.
  if (notify === 'granted' && !isStopped) {
    return { isOn: true, reach: 'tab', ...(isFailed && { why: 'failed' }) };
  }
  return { isOn: false, reach: push === 'none' ? 'tab' : 'closed' };
}
