import type { ServerResponse } from 'node:http';

import type { Request, RequestHandler, Response } from 'express';

/**
 * Remembers who the token or pass of a request belongs to, by the name in the log of changes; also if it is refused.
 */
export function noteCaller(res: Response, by: string | undefined): void {
  if (by !== undefined) (res.locals as { by?: string }).by = by;
}

/** Who sent a request, if it is known. */
export function findCaller(res: ServerResponse): string | undefined {
  return (res as { locals?: { by?: string } }).locals?.by;
}

/** A body may take as long as a request may: its sender is checked again after it (AC5). */
export function noteBodyToCome(checkAgain: RequestHandler): RequestHandler {
  return (req, res, next) => {
    if (!req.complete) (res.locals as { checkAgain?: RequestHandler }).checkAgain = checkAgain;
    next();
  };
}

/** False where the request was answered instead. */
export async function isStillAdmitted(req: Request, res: Response): Promise<boolean> {
  const { checkAgain } = res.locals as { checkAgain?: RequestHandler };
  let isAdmitted = checkAgain === undefined;
  await checkAgain?.(req, res, () => {
    isAdmitted = true;
  });
  return isAdmitted;
}
