import { admins, api, curators, everyone, members } from '../../../app/routes.ts';

interface Row {
  path?: string;
  file: string;
  children?: Row[];
}

export interface RouteAddress {
  /** With its parameters, such as `/content/:id`. */
  path: string;
  /** Below `app/`. */
  file: string;
  group: keyof typeof groups;
  isCall: boolean;
}

const groups = { everyone, members, curators, admins, api };

/** Every address of the route table with its whole path, children below their parents. */
export const routeAddresses: RouteAddress[] = Object.entries(groups).flatMap(([group, rows]) =>
  addresses(rows as Row[]).map((each) => ({ ...each, group: group as RouteAddress['group'] })),
);

function addresses(rows: Row[], parent = ''): Omit<RouteAddress, 'group'>[] {
  return rows.flatMap(({ path = '', file, children = [] }) => {
    const whole = path.startsWith('/') ? path : [parent, path].filter(Boolean).join('/');
    return [{ path: `/${whole}`, file, isCall: file.endsWith('.api.ts') }, ...addresses(children, whole)];
  });
}
