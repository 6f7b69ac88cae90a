import type { LiveRace } from '#server/race/live-race.ts';
import type { StoredPicture } from '#server/store/picture-records.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { PictureName } from '#shared/model/race-config.ts';

interface Reading {
  readonly version: string;
  readonly picture: Promise<StoredPicture | undefined>;
}

/** The uploaded pictures, each read from Redis once for each upload. */
export class UploadedPictures {
  readonly #store: Pick<RaceStore, 'pictures'>;
  readonly #race: Pick<LiveRace, 'pictures'>;
  readonly #read = new Map<PictureName, Reading>();

  constructor(store: Pick<RaceStore, 'pictures'>, race: Pick<LiveRace, 'pictures'>) {
    this.#store = store;
    this.#race = race;
  }

  /** Undefined if the default picture is shown. A failed reading is repeated. */
  find(name: PictureName): Promise<StoredPicture | undefined> {
    const version = this.#race.pictures[name];
    if (version === '') return Promise.resolve(undefined);
    const last = this.#read.get(name);
    if (last?.version === version) return last.picture;
    const reading = { version, picture: this.#store.pictures.find(name) };
    this.#read.set(name, reading);
    reading.picture.catch(() => {
      if (this.#read.get(name) === reading) this.#read.delete(name);
    });
    return reading.picture;
  }
}
