import { logOnce } from '#client/live/log-once.ts';
import { endPush, findAlarmsWorker, keptAlarms } from '#client/worker/alarms-worker.ts';

/** Ends the alarms to this browser (SCREENS.md SY11). */
export async function endAlarms(): Promise<void> {
  try {
    const registration = await findAlarmsWorker();
    if (registration) await endPush(registration, keptAlarms);
  } catch (error) {
    logOnce('the server does not know yet that no alarms are to be told', error);
  }
}
