import { useSyncExternalStore } from 'react';
import {
  STORAGE_KEYS,
  type TextStorage,
  keepText,
  ofDevice,
  readText,
  watchText,
} from '#client/live/text-storage.ts';
import { ObservableState } from '#client/live/observable-state.ts';
import { foldText } from '#shared/format/fold-text.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import type { Starter } from '#shared/model/result.ts';

/** A followed runner, with the fields that find them again after an import gave everyone a new id. */
export interface FollowedRunner {
  readonly runnerId: string;
  readonly bibNumber: string;
  /** As shown when they were starred; empty for a runner shown by bib alone. */
  readonly name: string;
}

/** Whom the people at this device follow, in the order in which they were starred. */
export interface Followed {
  readonly runners: readonly FollowedRunner[];
  /** Clubs by name: all who are entered for them, now or later. */
  readonly clubs: readonly string[];
}

export function toFollowed({ runnerId, bibNumber, firstName, lastName }: Starter): FollowedRunner {
  return { runnerId, bibNumber, name: `${firstName} ${lastName}`.trim() };
}

export const MAX_RUNNERS = 100;
export const MAX_CLUBS = 5;
/** The ids of the runners that an address proposes to follow. */
export const FOLLOW_PARAM = 'follow';
const LONGEST_TEXT = 200;

/**
 * The followed runners and clubs, stored on the device and the same in all tabs of a browser (SCREENS.md FW3). If the
 * browser stores nothing they last as long as the page.
 */
export class FollowedStore extends ObservableState<Followed> {
  readonly #texts: () => TextStorage;
  /** A write failed: the stored list is older than the one here. */
  #isAhead = false;

  constructor(texts: () => TextStorage) {
    super(readFollowed(texts) ?? NOBODY);
    this.#texts = texts;
  }

  /** Stars a runner, or takes the star off. False when there are too many. */
  toggleRunner(runner: FollowedRunner): boolean {
    return this.#change(({ runners, clubs }) => {
      const others = runners.filter(({ runnerId }) => runnerId !== runner.runnerId);
      return { runners: others.length < runners.length ? others : [...others, runner], clubs };
    });
  }

  /** Follows a club, or no longer. False when there are too many. */
  toggleClub(club: string): boolean {
    return this.#change(({ runners, clubs }) => {
      const others = clubs.filter((other) => !isSameClub(other, club));
      return { runners, clubs: others.length < clubs.length ? others : [...others, club] };
    });
  }

  /** Adds all who are not followed yet. False if they do not all fit, and then nobody is added. */
  followAll(added: readonly FollowedRunner[]): boolean {
    return this.#change(({ runners, clubs }) => {
      const known = new Set(runners.map(({ runnerId }) => runnerId));
      return { runners: [...runners, ...added.filter((one) => !known.has(one.runnerId))], clubs };
    });
  }

  /** Puts others in place of runners, by id: they have another id, name or bib now. */
  replaceRunners(found: ReadonlyMap<string, FollowedRunner>): void {
    this.#change(({ runners, clubs }) => {
      const renewed = runners.map((one) => found.get(one.runnerId) ?? one);
      return { runners: [...new Map(renewed.map((one) => [one.runnerId, one])).values()], clubs };
    });
  }

  /** Another tab has changed something. */
  reread(): void {
    const kept = readFollowed(this.#texts);
    if (kept && !isSame(kept, this.getSnapshot())) this.update(kept);
  }

  #change(make: (before: Followed) => Followed): boolean {
    // A change by another tab may not have been announced yet.
    const kept = this.#isAhead ? undefined : readFollowed(this.#texts);
    const next = make(kept ?? this.getSnapshot());
    if (next.runners.length > MAX_RUNNERS || next.clubs.length > MAX_CLUBS) return false;
    this.#isAhead = !keepText(this.#texts, STORAGE_KEYS.followed, JSON.stringify(next));
    if (!isSame(next, this.getSnapshot())) this.update(next);
    return true;
  }
}

/** The stored list; undefined if there is none or it is unreadable. */
function readFollowed(texts: () => TextStorage): Followed | undefined {
  const { runners, clubs } = parseJsonObject(readText(texts, STORAGE_KEYS.followed) ?? '') ?? {};
  if (!Array.isArray(runners) || !Array.isArray(clubs)) return undefined;
  return {
    runners: runners.filter(isFollowedRunner).slice(0, MAX_RUNNERS),
    clubs: clubs.filter((club) => isText(club) && club !== '').slice(0, MAX_CLUBS),
  };
}

function isFollowedRunner(value: unknown): value is FollowedRunner {
  const { runnerId, bibNumber, name } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return isText(runnerId) && runnerId !== '' && isText(bibNumber) && isText(name);
}

/** Whether somebody is followed, by themselves or with their club; true of nobody in particular. */
export function isFollowedOf({ runners, clubs }: Followed, runner: Starter | undefined): boolean {
  if (!runner) return true;
  const { runnerId, runClub } = runner;
  return (
    runners.some((one) => one.runnerId === runnerId) ||
    (runClub !== '' && clubs.some((club) => isSameClub(club, runClub)))
  );
}

/** Whether two names are of one club, however somebody spelled it. */
export function isSameClub(one: string, other: string): boolean {
  return foldText(one) === foldText(other);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT;
}

function isSame(one: Followed, other: Followed): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Nobody, as the server knows it of everybody. */
const NOBODY: Followed = { runners: [], clubs: [] };

/** Whom the people at this device follow. */
export const followed = new FollowedStore(ofDevice);

watchText(STORAGE_KEYS.followed, () => followed.reread());

/** The followed runners and clubs; renders again after every change, in this tab or another. */
export function useFollowed(): Followed {
  return useSyncExternalStore(followed.subscribe, followed.getSnapshot, () => NOBODY);
}
