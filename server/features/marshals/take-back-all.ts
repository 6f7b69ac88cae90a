import { changeRace, type Changing } from '#server/race/change-race.ts';
import { type OneOfMany, planMany } from '#server/race/change-runner.ts';
import { readControlEntry } from '#server/store/codec-of-decisions.ts';
import { Refusal } from '#server/system/refusal.ts';
import { decideTakeBack } from '#server/web/report-runner.ts';
import { append } from '#shared/model/group-by.ts';
import { MAX_CONTROL_ENTRIES, type Report } from '#shared/model/decisions.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { TakenBackReply } from '#shared/wire/marshal-api.ts';

const TAKE_BACK = 'take-back-marshal';

/**
 * Takes back everything a marshal sent, in one change (RULES.md MA6): the reports, the resulting overrides, and sightings
 * still undecided.
 */
export async function takeBackAll(
  parts: Changing,
  marshal: string,
  by: string,
): Promise<TakenBackReply> {
  const { answer, version } = await changeRace(parts, (race) => {
    const sightings = race.missing
      .listControl()
      .filter((entry) => entry.kind === 'sighting' && entry.by === marshal);
    const said = new Map<RunnerId, Report[]>();
    for (const report of race.reports.all.values()) {
      if (report.by === marshal) append(said, report.runnerId, report);
    }
    const runners = Array.from(said.keys()).flatMap((runnerId) => {
      const of = race.findEntry(runnerId);
      return of ? takeBackOne(of, race.reports.of(runnerId), marshal) : [];
    });
    const reply = { runners: runners.length, sightings: sightings.length };
    if (reply.runners + reply.sightings === 0) return { answer: reply };
    const plan = planMany({
      runners,
      by,
      action: TAKE_BACK,
      before: { marshal, sightings },
      ops: sightings.map(({ kind, subject }) => ({ op: 'delete-control', kind, subject })),
    });
    return { answer: reply, plan };
  });
  return { result: 'Success', ...answer, ...(version !== undefined && { version }) };
}

/** Undoes {@link takeBackAll}, except for runners changed since. @throws {Refusal} */
export async function bringBackAll(
  parts: Changing,
  takenBack: number,
  by: string,
): Promise<TakenBackReply> {
  const { whole, ofRunners } = await parts.store.readLoggedVersion(takenBack);
  const { sightings = [], marshal } = (whole?.before ?? {}) as {
    sightings?: readonly object[];
    marshal?: string;
  };
  const { answer, version } = await changeRace(parts, (race) => {
    if (whole?.action !== TAKE_BACK || whole.epoch !== race.head.epoch) {
      throw new Refusal(404, 'Nothing can be restored: the race has been replaced since.');
    }
    const runners = ofRunners.flatMap(({ runnerId, before, after, reports }): OneOfMany[] => {
      const of = race.findEntry(runnerId);
      const made = (reports?.gone ?? []).filter(({ reportId }) => !race.reports.all.has(reportId));
      if (!of || made.length === 0) return [];
      const isAsLeft = before && after && of.overrideTime === after.overrideTime;
      const isChanged = isAsLeft && before.overrideTime !== after.overrideTime;
      const { disqualified: _rule, ...rest } = of;
      const { disqualified } = before ?? {};
      const again = { ...rest, ...(disqualified && { disqualified }), rev: rest.rev + 1 };
      return [
        { of, made, ...(isChanged && { after: { ...again, overrideTime: before.overrideTime } }) },
      ];
    });
    const returned = sightings
      .flatMap((logged) => {
        const reading = readControlEntry(logged);
        return reading.ok && !race.missing.findControl(reading.value) ? [reading.value] : [];
      })
      .slice(0, Math.max(0, MAX_CONTROL_ENTRIES - race.missing.controlCount));
    const reply = { runners: runners.length, sightings: returned.length };
    if (reply.runners + reply.sightings === 0) return { answer: reply };
    const plan = planMany({
      runners,
      by,
      action: `undo-${TAKE_BACK}`,
      after: { marshal },
      ops: returned.map((entry) => ({ op: 'put-control', entry })),
    });
    return { answer: reply, plan };
  });
  return { result: 'Success', ...answer, ...(version !== undefined && { version }) };
}

/** Takes back a marshal's reports of one runner. */
function takeBackOne(of: Runner, all: readonly Report[], marshal: string): OneOfMany {
  const kept = new Map(all.map((report) => [report.reportId, report]));
  const heirs = new Map<string, Report>();
  const gone = all.filter((report) => report.by === marshal);
  let runner = of;
  for (const { reportId } of gone) {
    const decision = decideTakeBack({ runner, reports: [...kept.values()] }, reportId, 'undo');
    if (!('write' in decision)) continue;
    runner = decision.write.after ?? runner;
    kept.delete(reportId);
    for (const heir of decision.write.reports?.made ?? []) {
      kept.set(heir.reportId, heir);
      heirs.set(heir.reportId, heir);
    }
  }
  const made = [...heirs.values()].filter(({ reportId }) => kept.has(reportId));
  // All of it is one change of the entry.
  const after = runner === of ? undefined : { ...runner, rev: of.rev + 1 };
  return { of, gone, ...(made.length > 0 && { made }), ...(after && { after }) };
}
