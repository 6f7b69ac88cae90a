import type { TextPart } from '#shared/model/setting-parts.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';

/** The parameter of Config's address that names the field to focus. */
export const FIELD_PARAM = 'field';

export function findFieldPath(field: TextPart): string {
  return `${ORGANISERS_SCREENS.config}?${FIELD_PARAM}=${field}`;
}
