/** A task took too long; it may still end. */
export class TooLateError extends Error {
  override readonly name = 'TooLateError';
}

/** Awaits a task; rejects with a {@link TooLateError} after `waitMs`. */
export async function inTime<T>(task: Promise<T>, waitMs: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooLateError(message)), waitMs);
  });
  try {
    return await Promise.race([task, late]);
  } finally {
    clearTimeout(timer);
  }
}
