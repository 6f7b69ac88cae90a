import type { Role } from '#shared/wire/auth-api.ts';
import { listHeldBack, WRITTEN } from '#shared/wire/rights.ts';

import { BodyCache, type CachedBody } from './cached-body.ts';

/** An answer or a message as a role is told it (ACCOUNTS.md AC20): a text that is held back is empty. */
export function holdBack<T>(told: T, role: Role): T {
  const names = listHeldBack(role);
  return names.length === 0 ? told : (copyWithout(told, new Set<string>(names)) as T);
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

/** What roles that are told the same have in common; empty for those who are told everything. */
export function nameSight(role: Role): string {
  return listHeldBack(role).join(',');
}

/** A body for organisers, made anew when the tag differs, and once for all who are told the same. */
export class OrganiserBodies {
  readonly #caches = new Map<string, BodyCache>();

  get(role: Role, tag: string, render: () => object): CachedBody {
    const sight = nameSight(role);
    let cache = this.#caches.get(sight);
    if (!cache) this.#caches.set(sight, (cache = new BodyCache()));
    // Who has another role than before is not told that nothing has changed.
    const ownTag = sight === '' ? tag : tag.replace(/"$/, `-without-${sight}"`);
    return cache.get(ownTag, () => holdBack(render(), role));
  }
}
