import type { ServerResponse } from 'node:http';

import type { Response } from 'express';

/** Remembers whom the token or pass of a request stands for, as the log of changes names them; also if it is refused. */
export function noteCaller(res: Response, by: string | undefined): void {
  if (by !== undefined) (res.locals as { by?: string }).by = by;
}

/** Who sent a request, if it is known. */
export function findCaller(res: ServerResponse): string | undefined {
  return (res as { locals?: { by?: string } }).locals?.by;
}
