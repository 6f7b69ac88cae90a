import { findLanguage } from '#client/spectators/chosen-language.ts';
import { followed } from '#client/spectators/followed.ts';

import { pushNews } from './browser-push.ts';

/** Has the server know whom one follows here until the answer is called. The last star that goes is told, too. */
export function keepInStep(): () => void {
  tellServer();
  return followed.subscribe(tellServer);
}

/** Has the server know whom one follows here by now. */
export function tellServer(): void {
  const { runners, clubs } = followed.getSnapshot();
  pushNews.follow({
    runners: runners.map(({ runnerId }) => runnerId),
    clubs,
    language: findLanguage(location.search),
  });
}
