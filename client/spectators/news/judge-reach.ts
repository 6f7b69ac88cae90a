import type { PushState } from '#client/spectators/push/push-news.ts';
import type { NotifyState } from './notify.ts';

/** How far news reaches: whoever has closed the page, whoever has it open in a tab, or whoever looks at it. */
export type Reach = 'closed' | 'tab' | 'page';

export interface NewsReach {
  readonly isOn: boolean;
  /** That of now, or while it is off, that of a press. */
  readonly reach: Reach;
  /** Why it reaches no further, where somebody can do something about it. */
  readonly why?: 'blocked' | 'install';
}

/** What the row about news says of this browser, by all that it knows (SCREENS.md FW13). */
export function judgeReach(notify: NotifyState, push: PushState, isStopped: boolean): NewsReach {
  if (push === 'install') return { isOn: !isStopped, reach: 'page', why: push };
  if (notify === 'denied') return { isOn: !isStopped, reach: 'page', why: 'blocked' };
  if (notify === 'none') return { isOn: !isStopped, reach: 'page' };
  if (push === 'on') return { isOn: !isStopped, reach: 'closed' };
  // A push service that takes nobody leaves the notifications of an open tab.
  if (notify === 'granted' && !isStopped) return { isOn: true, reach: 'tab' };
  return { isOn: false, reach: push === 'off' ? 'closed' : 'tab' };
}
