import type { TimePoint } from '#shared/model/time-point.ts';
import type { FinalState, View } from '#tests/harness/check-history.ts';
import type { Operation } from '#tests/harness/history.ts';
import { MATS, WEBS } from '#tests/harness/plan-faults.ts';
import { stateOf } from '#tests/harness/read-state.ts';
import { getBandId } from '#tests/support/builders.ts';

import { CONNECTIONS, PAGES, type Step } from './course.ts';
import type { ModelDisk } from './model-disk.ts';
import { ModelRedis, type RedisFaults } from './model-redis.ts';
import type { NetworkLink } from './network.ts';
import { Page } from './page.ts';
import type { FeedFaults } from './page-socket.ts';
import { digestRecord, ENTERED, enterField, EPOCH, readHead, readWritten } from './record.ts';
import { ScannerProcess } from './scanner-process.ts';
import { WebInstance } from './web-instance.ts';
import { Process, type World } from './world.ts';

/** What goes wrong beside the course: the judge has to notice. */
export type Sabotage = RedisFaults & FeedFaults;

const POINTS: readonly TimePoint[] = ['cp2', 'cp4', 'finish'];
interface Actor {
  readonly process: Process;
  readonly links: readonly NetworkLink[];
  start(): unknown;
  die(): void;
}

/** All processes of a race and what is between them. */
export class Site {
  readonly #world: World;
  readonly #disk: ModelDisk;
  readonly #redis: ModelRedis;
  readonly #mats: readonly ScannerProcess[];
  readonly #webs: readonly WebInstance[];
  readonly #pages: Page[];
  readonly #actors = new Map<string, Actor>();
  #hasFailedOver = false;
  readonly #struck = new Set<string>();

  constructor(world: World, disk: ModelDisk, sabotage: Sabotage) {
    this.#world = world;
    this.#disk = disk;
    const process = new Process('redis');
    const redis = new ModelRedis(world, process, sabotage);
    this.#redis = redis;
    enterField(redis);
    this.#mats = MATS.map((name) => new ScannerProcess(world, name, redis));
    this.#webs = WEBS.map((name) => new WebInstance(world, name, redis));
    this.#pages = PAGES.map((name) => new Page(world, name, this.#webs, sabotage));
    this.#actors.set('redis', {
      process,
      links: [],
      start: () => redis.restart(),
      die: () => undefined,
    });
    for (const one of [...this.#mats, ...this.#webs, ...this.#pages])
      this.#actors.set(one.process.name, one);
    for (const actor of this.#actors.values())
      world.after(actor.process, 0, () => void actor.start());
  }

  take(step: Step, place: number): void {
    const world = this.#world;
    switch (step.kind) {
      case 'read': {
        const mat = this.#mats[step.mat];
        const point = POINTS[step.mat];
        if (!mat || !point) return;
        // Each has a moment of its own: no two are the same read.
        const timeMs = Date.UTC(2026, 5, 20, 9, 30 * (step.mat + 1)) + place * 1_000;
        const given = { bandId: getBandId(String(step.band)), points: [point], timeMs };
        this.#within(
          mat.process,
          () => mat.give(given),
          () => mat.give(given),
        );
        return;
      }
      case 'save': {
        const web = this.#webs[step.web];
        if (web)
          this.#within(web.process, () =>
            web.save(`runner-${step.runner}`, `Clwb ${place}`, step.typesMs),
          );
        return;
      }
      case 'miss':
        this.#webs[step.web]?.missNext();
        return;
      case 'end-for-good':
      case 'go-deaf': {
        const mat = this.#mats[step.mat];
        if (!mat) return;
        this.#within(mat.process, () => {
          if (step.kind === 'go-deaf') mat.library?.goDeaf();
          else mat.library?.endForGood();
        });
        return;
      }
      case 'set-clock': {
        const actor = this.#actors.get(step.target);
        if (actor) actor.process.skewMs += step.byMs;
        return;
      }
      case 'hide':
      case 'show': {
        const page = this.#pages[step.page];
        if (page) this.#within(page.process, () => page.show(step.kind === 'hide'));
        return;
      }
      case 'fail-over':
        this.#hasFailedOver = true;
        this.#kill('redis', 500, () => this.#redis.failOver(step.lacks));
        return;
      case 'kill':
      case 'pause':
      case 'cut':
      case 'stall':
      case 'swallow':
      case 'vanish': {
        if (this.#struck.has(step.target)) return;
        this.#struck.add(step.target);
        world.after(world.outside, step.forMs, () => this.#struck.delete(step.target));
        this.#strike(step.kind, step.target, step.forMs);
      }
    }
  }

  openFreshPages(): void {
    for (const web of this.#webs) {
      const page = new Page(this.#world, `fresh page at ${web.process.name}`, [web], {});
      this.#pages.push(page);
      this.#world.after(page.process, 0, () => page.start());
    }
  }

  isSettled(): boolean {
    const { epoch, version } = readHead(this.#redis);
    // Who shows another list at the same version will not mend it.
    return (
      this.#mats.every(({ isDone }) => isDone) &&
      [...this.#webs, ...this.#pages].every(
        ({ head }) => head?.epoch === epoch && head.version === version,
      )
    );
  }

  endHistory(): readonly Operation[] {
    return [
      ...this.#mats.flatMap((mat) => mat.endHistory()),
      ...this.#webs.flatMap((web) => web.endHistory()),
    ];
  }

  readEnd(): FinalState {
    const shown = this.#readShown();
    return {
      ...shown,
      ...readWritten(this.#redis),
      entered: ENTERED.map(stateOf),
      // Whoever finds that a copy lacks what was shown gives the race another epoch.
      epochBefore: this.#hasFailedOver ? shown.head.epoch : EPOCH,
      taps: [],
      recordDigests: ['', ''],
    };
  }

  /** Where the record is, the list that follows from all of it, and what everybody shows. */
  #readShown(): { head: FinalState['head']; digest: string; views: readonly View[] } {
    return {
      head: readHead(this.#redis),
      digest: digestRecord(this.#redis),
      views: [...this.#webs, ...this.#pages].map(({ view }) => view),
    };
  }

  #strike(
    kind: 'kill' | 'pause' | Parameters<NetworkLink['strike']>[0],
    target: string,
    forMs: number,
  ): void {
    const [name = '', half] = target.split(' ');
    const actor = this.#actors.get(name);
    if (!actor) return;
    const world = this.#world;
    if (kind === 'kill') {
      this.#kill(target, forMs);
      return;
    }
    if (kind === 'pause') {
      actor.process.pausedUntilMs = world.nowMs + forMs;
      return;
    }
    const links = actor.links.filter((_link, i) => half === undefined || CONNECTIONS[i] === half);
    for (const link of links.filter(({ state }) => state === 'open')) {
      link.strike(kind);
      world.after(world.outside, forMs, () => link.heal());
    }
  }

  #kill(target: string, forMs: number, whileDown = (): void => undefined): void {
    const actor = this.#actors.get(target);
    if (!actor?.process.isUp) return;
    const { process } = actor;
    process.isUp = false;
    process.life += 1;
    process.pausedUntilMs = 0;
    actor.die();
    this.#disk.crash(`/${target}/`);
    for (const link of actor.links) for (const connection of link.connections) connection.drop();
    for (const other of this.#actors.values()) {
      for (const connection of other.links.flatMap((link) => Array.from(link.connections))) {
        if (connection.to === process) connection.break();
      }
    }
    whileDown();
    this.#world.after(this.#world.outside, forMs, () => {
      process.isUp = true;
      this.#world.after(process, 0, () => void actor.start());
    });
  }

  /** Has a process do something in its own time; `whileDown` when it is not there. */
  #within(process: Process, run: () => unknown, whileDown: () => unknown = () => undefined): void {
    if (process.isUp) this.#world.after(process, 0, () => void run());
    else void whileDown();
  }
}
