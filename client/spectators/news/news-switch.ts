import { forgetText, keepText, ofDevice, readText, watchText } from '#client/live/kept-texts.ts';
import { ObservableState } from '#client/live/observable-state.ts';

interface NewsSwitchState {
  /** Somebody at this device wants no news, not on the page either. */
  readonly isStopped: boolean;
}

/** Set while news is stopped. */
const KEY = 'splitcast.news-stopped';

class NewsSwitch extends ObservableState<NewsSwitchState> {
  constructor() {
    super({ isStopped: readStopped() ?? false });
  }

  turnOn(): void {
    forgetText(ofDevice, KEY);
    this.update({ isStopped: false });
  }

  /** Ends all news, in every tab; where site data is blocked, only on this page. */
  stop(): void {
    keepText(ofDevice, KEY, '1');
    this.update({ isStopped: true });
  }

  /** Another tab may have stopped it, or turned it on. */
  reread(): void {
    const isStopped = readStopped();
    if (isStopped !== undefined) this.update({ isStopped });
  }
}

/** Undefined where the browser keeps nothing. */
function readStopped(): boolean | undefined {
  const text = readText(ofDevice, KEY);
  return text === undefined ? undefined : text !== null;
}

export const newsSwitch = new NewsSwitch();

watchText(KEY, () => newsSwitch.reread());
