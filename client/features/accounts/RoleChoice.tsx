import type { ComponentProps, ReactNode } from 'react';

import { ROLE_NAMES } from '#client/organisers/texts/role-names.ts';
import { ROLES } from '#shared/wire/auth-api.ts';

/** A select of the roles, fewest rights first. */
export function RoleChoice(props: ComponentProps<'select'>): ReactNode {
  return (
    <select {...props}>
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {ROLE_NAMES[role]}
        </option>
      ))}
    </select>
  );
}
