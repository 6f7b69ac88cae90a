import { listHeldBack, type Role, WRITTEN } from '#shared/wire/auth-api.ts';

import { BodyCache, type CachedBody } from './cached-body.ts';

/** An answer or a message as a role may see it (ACCOUNTS.md AC20): a withheld text is empty. */
export function holdBack<T>(content: T, role: Role): T {
  const names = listHeldBack(role);
  return names.length === 0 ? content : (copyWithout(content, new Set<string>(names)) as T);
}

function copyWithout(value: unknown, names: ReadonlySet<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => copyWithout(each, names));
  const copy: Record<string, unknown> = {};
  for (const [name, held] of Object.entries(value)) {
    const isHeld = names.has(name) && (!WRITTEN.has(name) || 'by' in value);
    copy[name] = isHeld && held !== null ? '' : copyWithout(held, names);
  }
  return copy;
}

/** A name for the withheld fields of a role, equal for roles that see the same; empty for roles that see everything. */
export function nameSight(role: Role): string {
  return listHeldBack(role).join(',');
}

/** A body for organisers, made again when the tag changes, once for all roles that see the same. */
export class OrganiserBodies {
  readonly #caches = new Map<string, BodyCache>();

  get(role: Role, tag: string, render: () => object): CachedBody {
    const sight = nameSight(role);
    let cache = this.#caches.get(sight);
    if (!cache) this.#caches.set(sight, (cache = new BodyCache()));
    // After a change of role the client's old body must not count as current.
    const ownTag = sight === '' ? tag : tag.replace(/"$/, `-without-${sight}"`);
    return cache.get(ownTag, () => holdBack(render(), role));
  }
}
