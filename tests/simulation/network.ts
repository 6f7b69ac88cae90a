import type { DurationMs, EpochMs } from '#shared/model/time.ts';

import type { Process, World } from './world.ts';

/**
 * How a link of the network is: `cut` (connections end, and none is made), `stall` (all comes through afterwards),
 * `swallow` (requests arrive, replies are lost), `vanish` (all is lost, and neither end is ever told).
 */
export type LinkState = 'open' | 'cut' | 'stall' | 'swallow' | 'vanish';

/** Most messages are quick; some wait in a queue on the way. */
const QUICK_MS = [0, 4] as const;
const SLOW_MS = [5, 250] as const;
const SLOW_SHARE = 0.02;

/** The link between a process and those whom it asks. */
export class NetworkLink {
  readonly world: World;
  readonly from: Process;
  readonly connections = new Set<Connection>();
  #state: LinkState = 'open';
  #held: (() => void)[] = [];

  constructor(world: World, from: Process) {
    this.world = world;
    this.from = from;
  }

  get state(): LinkState {
    return this.#state;
  }

  strike(state: LinkState): void {
    this.#state = state;
    for (const connection of this.connections) {
      if (state === 'cut') connection.break();
      if (state === 'vanish') connection.isLost = true;
    }
  }

  heal(): void {
    // What was swallowed is missing in the stream: its connections cannot go on.
    if (this.#state === 'swallow') for (const connection of this.connections) connection.break();
    this.#state = 'open';
    const held = this.#held;
    this.#held = [];
    for (const send of held) send();
  }

  /** Connects to a process; `onClosed` is told of an end that is not one's own. One of the two is called, or none ever. */
  connect(
    to: Process,
    onClosed: () => void,
    onOpen: (made: Connection) => void,
    onRefused: () => void,
  ): void {
    const { world, from } = this;
    const made = new Connection(this, to, onClosed);
    world.after(from, this.delayMs(), () => {
      if (this.#state === 'vanish' || this.#state === 'stall') return;
      if (this.#state === 'cut' || !to.isUp) return onRefused();
      this.connections.add(made);
      made.isOpen = true;
      onOpen(made);
    });
  }

  delayMs(): DurationMs {
    const { random } = this.world;
    const [least, most] = random.chance(SLOW_SHARE) ? SLOW_MS : QUICK_MS;
    return random.int(least, most);
  }

  /** Now, or when the link is open again. */
  pass(send: () => void): void {
    if (this.#state === 'stall') this.#held.push(send);
    else send();
  }
}

/** A connection, on which what is sent arrives in order, once or not at all. */
export class Connection {
  readonly link: NetworkLink;
  readonly to: Process;
  isOpen = false;
  /** The network has forgotten it, and neither end knows. */
  isLost = false;
  /** What the other end does when it is closed. */
  onEnded = (): void => undefined;
  readonly #onClosed: () => void;
  readonly #life: number;
  readonly #arrivesMs = { ask: 0, tell: 0 };

  constructor(link: NetworkLink, to: Process, onClosed: () => void) {
    this.link = link;
    this.to = to;
    this.#life = to.life;
    this.#onClosed = onClosed;
  }

  /** To the one who was connected to. */
  ask(run: () => void): void {
    this.#send('ask', this.to, run);
  }

  /** Back to the one who connected. */
  tell(run: () => void): void {
    if (this.link.state !== 'swallow') this.#send('tell', this.link.from, run);
  }

  /** The network or the other end breaks it off; what is under way is gone. */
  break(): void {
    if (!this.isOpen) return;
    this.#end();
    if (!this.isLost) this.link.world.after(this.link.from, this.link.delayMs(), this.#onClosed);
  }

  /** The one who connected drops it. */
  drop(): void {
    if (this.isOpen) this.#end();
  }

  #end(): void {
    const { world } = this.link;
    this.isOpen = false;
    this.link.connections.delete(this);
    if (this.to.life === this.#life) world.after(this.to, this.link.delayMs(), this.onEnded);
  }

  #send(direction: 'ask' | 'tell', process: Process, run: () => void): void {
    const { world } = this.link;
    this.link.pass(() => {
      if (this.isLost) return;
      const atMs: EpochMs = Math.max(this.#arrivesMs[direction], world.nowMs + this.link.delayMs());
      this.#arrivesMs[direction] = atMs;
      world.after(process, atMs - world.nowMs, () => {
        if (this.isOpen && !this.isLost) run();
      });
    });
  }
}
